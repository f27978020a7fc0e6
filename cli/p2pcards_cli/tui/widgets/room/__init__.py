"""A table before and after its match."""
