"""What has happened and what was said, the newest at the bottom."""
