"""Everything that touches a socket: TLS with pinned keys, links, discovery, addresses."""
