"""The hosts and tables in reach."""
