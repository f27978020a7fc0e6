"""`config path` and `config show`."""

from __future__ import annotations

import json

import click

from .. import clicks
from ..say.i18n import tr
from ..settings import global_options, settings_of, usual_config


@click.group("config", cls=clicks.Group)
@global_options
def command() -> None:
    """Where the configuration is, and what it says."""


@command.command("path", cls=clicks.Command)
@global_options
@click.pass_context
def path(context: click.Context) -> int:
    """Where the configuration file is looked for, and where things are kept."""
    settings = settings_of(context)
    click.echo(tr("configuration: %(path)s", path=settings.config or usual_config()))
    click.echo(tr("state: %(path)s", path=settings.folder()))
    return 0


@command.command("show", cls=clicks.Command)
@global_options
@click.pass_context
def show(context: click.Context) -> int:
    """The values of the configuration file."""
    settings = settings_of(context)
    if settings.config is None:
        click.echo(tr("There is no configuration file at %(path)s; everything is as usual.", path=usual_config()))
        return 0
    click.echo(tr("# %(path)s", path=settings.config))
    for key, value in settings.data.items():
        if isinstance(value, dict):
            for inner, each in value.items():
                click.echo(f"{key}.{inner} = {json.dumps(each, ensure_ascii=False, default=str)}")
        else:
            click.echo(f"{key} = {json.dumps(value, ensure_ascii=False, default=str)}")
    return 0
