"""From what a client knows to lines of text; shared by line mode and the full screen."""
