"""The command line: a tree whose branches are imported only when they are used, and one place where errors become
sentences and exit codes.

`--help` must stay quick and touch nothing: no zeroconf, prompt_toolkit or cryptography is imported for it (a test says
so), and no file is written.
"""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Mapping, Sequence

import click
from p2pcards_protocol.errors import P2PCardsError

from p2pcards import __version__

from . import clicks
from .exits import Exit, Failure, exit_code
from .say import i18n
from .say.i18n import N_, tr
from .settings import Settings, check_section, global_options, settings_of

#: Every command: its module under `commands`, and one line of help. The order is that of `--help`.
COMMANDS: dict[str, str] = {
    "demo": N_("Watch a whole match of bots, and see it verified."),
    "play": N_("Host a table at this machine and sit down at it."),
    "join": N_("Join a table that somebody hosts."),
    "browse": N_("List the hosts in reach."),
    "host": N_("Host tables without a screen."),
    "verify": N_("Check the file of a match."),
    "replay": N_("Walk through a match, card by card."),
    "history": N_("Your matches, results and statistics."),
    "compare": N_("Hold two players' files of one match against each other."),
    "rules": N_("The rules and house-rule options of a game."),
    "arena": N_("Bots against bots on the same deals."),
    "id": N_("Your key, and the hosts you know."),
    "doctor": N_("Why two machines do not see each other."),
    "config": N_("Where the configuration is, and what it says."),
    "completion": N_("Completion for a shell."),
}

EPILOG = N_(
    "Exit codes: 0 done, 1 failed, 2 wrong use, 3 not verified, 4 no table found or no answer, 5 the two programs do "
    "not fit together, 130 stopped with Ctrl+C."
)


class LazyGroup(clicks.Group):
    """A group whose commands are modules of `p2pcards_cli.commands`, each with an attribute `command`."""

    lazy: Mapping[str, str] = COMMANDS

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.lazy)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.lazy:
            return None
        module = importlib.import_module(f".commands.{cmd_name}", __package__)
        command: click.Command = module.command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section(tr("Commands")):
            formatter.write_dl([(name, tr(text)) for name, text in self.lazy.items()])

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        formatter.write_paragraph()
        formatter.write_text(tr(EPILOG))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in self.lazy and not args[0].startswith("-"):
            import difflib

            near = difflib.get_close_matches(args[0], self.lazy, n=1)
            hint = tr(" Did you mean %(name)s?", name=near[0]) if near else ""
            ctx.fail(tr("There is no command %(name)s.", name=args[0]) + hint)
        return super().resolve_command(ctx, args)


@click.group(
    cls=LazyGroup,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@global_options
@click.version_option(__version__, "--version", prog_name="p2pcards")
@click.pass_context
def cli(context: click.Context) -> int | None:
    """Trick-taking card games with the people on your own network.

    Without a command: the tables in reach, or your own one.
    """
    settings_of(context)
    if context.invoked_subcommand is None:
        from .commands.join import lobby

        code: int = lobby(context)
        return code
    return None


def run(arguments: Sequence[str]) -> int:
    """Run one command line; returns the exit code. Nothing escapes but what is meant for the interpreter."""
    i18n.use(os.environ.get("P2PCARDS_LANG") or i18n.system_language())  # a later run in one process starts afresh
    settings = Settings()
    try:
        result = cli.main(args=list(arguments), prog_name="p2pcards", standalone_mode=False, obj=settings)
        return result if isinstance(result, int) else Exit.OK
    except click.exceptions.Exit as leaving:
        return leaving.exit_code
    except SystemExit:
        if type(sys.stdout).__name__.endswith("PacifyFlushWrapper"):  # click has seen that nobody reads any more
            return _unread()
        raise
    except click.UsageError as error:
        error.show()
        return Exit.USAGE
    except click.ClickException as error:
        return _failed(settings, error.format_message(), Exit.FAILED)
    except Failure as failure:
        return _failed(settings, failure.sentence, failure.code)
    except (KeyboardInterrupt, click.Abort):
        return Exit.INTERRUPTED
    except BrokenPipeError:
        return _unread()
    except (P2PCardsError, OSError) as error:
        from .say.errors import error_sentence

        return _failed(settings, error_sentence(error), exit_code(error))
    except Exception as error:  # a bug: say so in one line, and where with -v
        text = tr("This is a mistake in p2pcards: %(text)s", text=f"{type(error).__name__}: {error}")
        return _failed(settings, text, Exit.FAILED)


def _unread() -> int:
    """Nobody reads the output any more: what is still to be flushed goes nowhere, without a second error."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return Exit.OK


def _failed(settings: Settings, sentence: str, code: int) -> int:
    if settings.verbose >= 2:
        import traceback

        traceback.print_exc()
    if sentence:
        click.echo(sentence, err=True)
    return code


def main() -> None:
    """The entry point of the `p2pcards` script."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")  # a name that the terminal cannot show must not end the program
    sys.exit(run(sys.argv[1:]))


__all__ = ["check_section", "cli", "main", "run"]
