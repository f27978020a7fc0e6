"""The link messages, one file for each part of a connection's life; `message` has them all."""
