"""Trick-taking card games on the local network: rules, tables, the host and its clients."""

__version__ = "0.1.0"
