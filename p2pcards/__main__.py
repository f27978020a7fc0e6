"""`python -m p2pcards` starts the command line. Run by name: this floor imports nothing from the one above."""

import runpy

if __name__ == "__main__":  # a worker process imports this module too
    runpy.run_module("p2pcards_cli", run_name="__main__")
