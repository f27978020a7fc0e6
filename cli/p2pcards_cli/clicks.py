"""click with help in the reader's language: texts are marked where they are written and translated where they are
shown, because `--lang` is known only after the options have been declared."""

from __future__ import annotations

from functools import partial

import click

from .say.i18n import tr


class Option(click.Option):
    """An option whose help is a message."""

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        message, self.help = self.help, tr(self.help) if self.help else self.help
        try:
            return super().get_help_record(ctx)
        finally:
            self.help = message


class Command(click.Command):
    """A command whose help (its docstring) is a message, whole and as it stands."""

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        message, self.help = self.help, tr(self.help) if self.help else self.help
        try:
            super().format_help_text(ctx, formatter)
        finally:
            self.help = message


option = partial(click.option, cls=Option)
command = partial(click.command, cls=Command)
