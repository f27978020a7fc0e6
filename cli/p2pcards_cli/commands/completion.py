"""`completion SHELL`: the script that makes a shell complete commands, options and games."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from .. import clicks
from ..exits import Failure
from ..say.i18n import tr
from ..settings import global_options


@clicks.command("completion")
@global_options
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def command(context: click.Context, shell: str) -> int:
    """Print the completion script of SHELL.

    For bash: p2pcards completion bash > ~/.local/share/bash-completion/completions/p2pcards
    """
    kind = get_completion_class(shell)
    if kind is None:
        raise Failure(tr("No completion for %(shell)s.", shell=shell))
    click.echo(kind(context.find_root().command, {}, "p2pcards", "_P2PCARDS_COMPLETE").source())
    return 0
