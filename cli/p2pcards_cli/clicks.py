"""click with help in the reader's language: texts are marked where they are written and translated where they are
shown, because `--lang` is known only after the options have been declared."""

from __future__ import annotations

import inspect
from collections.abc import Callable
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
        _told(self, super().format_help_text, ctx, formatter)


def _told(
    command: click.Command,
    how: Callable[[click.Context, click.HelpFormatter], None],
    ctx: click.Context,
    formatter: click.HelpFormatter,
) -> None:
    """Format the help in the reader's language."""
    message, command.help = command.help, tr(inspect.cleandoc(command.help)) if command.help else command.help
    try:
        how(ctx, formatter)
    finally:
        command.help = message


class Group(click.Group):
    """A group whose help and whose commands' help are messages."""

    command_class = Command

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        _told(self, super().format_help_text, ctx, formatter)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        rows = [
            (name, tr(inspect.cleandoc(each.help)).partition("\n")[0] if each.help else "")
            for name, each in sorted(self.commands.items())
        ]
        with formatter.section(tr("Commands")):
            formatter.write_dl(rows)


def confirm(question: str, *, default: bool, err: bool = False) -> bool:
    """As click.confirm, whose y and n are English whatever the language: the reader's own words count too. Raises
    click.Abort at the end of input."""
    yes, no = tr("y"), tr("n")
    short = f"[{yes.upper()}/{no}]" if default else f"[{yes}/{no.upper()}]"
    while True:
        text: str = click.prompt(f"{question} {short}", default="", show_default=False, err=err)
        word = text.strip().lower()
        if word in ("y", "yes", yes, tr("yes")):
            return True
        if word in ("n", "no", no, tr("no")):
            return False
        if not word:
            return default


option = partial(click.option, cls=Option)
command = partial(click.command, cls=Command)
