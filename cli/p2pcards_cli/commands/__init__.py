"""One module a command, each with an attribute `command`; main.COMMANDS is the list."""
