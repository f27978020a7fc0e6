"""Line mode: plain text, one event a line."""
