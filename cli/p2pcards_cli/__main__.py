"""`python -m p2pcards_cli`."""

from .main import main

if __name__ == "__main__":  # a worker process imports this module too
    main()
