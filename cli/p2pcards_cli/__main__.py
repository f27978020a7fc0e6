"""`python -m p2pcards_cli`."""

from .main import main

main()
