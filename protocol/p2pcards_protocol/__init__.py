"""What two machines must agree on, byte for byte: frames, sessions, transcript, the fair deal."""
