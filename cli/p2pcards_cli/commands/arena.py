"""`arena A B [GAME]`: two bots on the same deals, each deal twice with the seats exchanged."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .. import clicks
from ..clicks import option
from ..exits import Exit, Failure
from ..house import GameType, changes, find
from ..say.i18n import N_, tr
from ..settings import Settings, global_options, settings_of

if TYPE_CHECKING:
    from p2pcards.bots.arena import Pair, Plan, Report


@clicks.command("arena")
@global_options
@option("--players", type=click.IntRange(2, 8), help=N_("How many seats the table has."))
@option("--pairs", type=click.IntRange(1, 1_000_000), default=100, help=N_("How many deals, each played twice."))
@option("--matches", is_flag=True, help=N_("Whole matches instead of single deals."))
@option("--bidder", default="", metavar="BOT", help=N_("This bot bids and passes for both: only play is compared."))
@option("--worlds", type=click.IntRange(0, 100_000), default=0, help=N_("Worlds a decision; 0: the bot's own number."))
@option("--seed", default="arena", help=N_("Where the deals come from; the same seed gives the same result."))
@option("--jobs", type=click.IntRange(1, 256), default=1, help=N_("How many processes play at once."))
@option("--resume", type=click.Path(dir_okay=False, path_type=Path), help=N_("Keep the run in this file and go on."))
@option("--set", multiple=True, metavar="NAME=VALUE", help=N_("Change a house rule; may be repeated."))
@option("--json", "as_json", is_flag=True, help=N_("One JSON object instead of text."))
@click.argument("a")
@click.argument("b")
@click.argument("game", default="classic", type=GameType())
@click.pass_context
def command(
    context: click.Context,
    a: str,
    b: str,
    game: str,
    players: int | None,
    pairs: int,
    matches: bool,
    bidder: str,
    worlds: int,
    seed: str,
    jobs: int,
    resume: Path | None,
    set: tuple[str, ...],
    as_json: bool,
) -> int:
    """Bots against bots: how many points A is better than B, and how sure that is.

    A and B are levels (easy, normal, hard) or reference, quick, random; "normal:bold" names a style too.
    """
    from p2pcards.bots.arena import Plan, report

    preset = find(game)
    rules = preset.change(changes(preset, set))
    seats = rules.usual_seats if players is None else players
    rules.check(seats)
    for name in (a, b, bidder):
        if name:
            check_bot(name)
    options = {name: rules.to_options()[name] for name in rules.changed}
    plan = Plan(a, b, game, seats, pairs, seed, options, bidder, worlds, matches)
    done = _read(resume, plan)
    settings = settings_of(context)
    # A file that cannot be written is told of before hours are played for it.
    _write(resume, plan, done, last=True)
    try:
        for pair in _play(plan, [n for n in range(pairs) if n not in done], jobs):
            done[pair.number] = pair
            _progress(settings, len(done), pairs)
            _write(resume, plan, done)
    finally:
        _write(resume, plan, done, last=True)
    found = report(plan, [done[number] for number in sorted(done)])
    click.echo(json.dumps(_json(found)) if as_json else _text(found))
    return Exit.OK


def check_bot(name: str) -> None:
    """Raises click.UsageError unless a bot has this name."""
    from p2pcards.bots.levels import BOTS, make_bot

    try:
        make_bot(name)
    except KeyError:
        raise click.UsageError(
            tr("There is no bot %(name)s. Bots: %(bots)s.", name=name, bots=", ".join(BOTS))
        ) from None


def _play(plan: Plan, numbers: list[int], jobs: int) -> Iterator[Pair]:
    if jobs == 1:
        for number in numbers:
            yield from play_some(plan, [number])
        return
    with ProcessPoolExecutor(jobs) as pool:
        for played in pool.map(play_some, [plan] * len(numbers), [[number] for number in numbers]):
            yield from played


def play_some(plan: Plan, numbers: list[int]) -> list[Pair]:
    """The pairs of these numbers, timed (in a process of its own, perhaps)."""
    from p2pcards.bots.arena import run

    return run(plan, numbers, time.perf_counter)


def _read(file: Path | None, plan: Plan) -> dict[int, Pair]:
    from p2pcards.bots.arena import from_json

    if file is None or not file.exists():
        return {}
    try:
        old, pairs = from_json(json.loads(file.read_text()))
    except (ValueError, KeyError, TypeError):
        raise Failure(tr("%(path)s is not a run of the arena.", path=file)) from None
    if _identity(old) != _identity(plan):
        raise Failure(tr("%(path)s is another run: other bots, rules or seed.", path=file))
    return {pair.number: pair for pair in pairs}


def _identity(plan: Plan) -> tuple[Any, ...]:
    """What must be the same to go on with a run: everything but its length."""
    options = sorted((name, json.dumps(value)) for name, value in dict(plan.options).items())
    place = (plan.a, plan.b, plan.game, plan.seats, plan.seed, options, plan.bidder, plan.worlds)
    return (*place, plan.matches, plan.version)


KEEP_EVERY = 20


def _write(file: Path | None, plan: Plan, done: dict[int, Pair], *, last: bool = False) -> None:
    from p2pcards.bots.arena import to_json
    from p2pcards.store import write_atomically

    if file is not None and (last or len(done) % KEEP_EVERY == 0):
        pairs = [done[number] for number in sorted(done)]
        write_atomically(file.absolute(), json.dumps(to_json(plan, pairs)).encode())


def _progress(settings: Settings, done: int, pairs: int) -> None:
    if not settings.quiet and (done == pairs or done % max(1, pairs // 20) == 0):
        click.echo(tr("%(done)d of %(pairs)d", done=done, pairs=pairs), err=True)


def _json(found: Report) -> dict[str, Any]:
    plan = found.plan
    return {
        "a": plan.a,
        "b": plan.b,
        "game": plan.game,
        "seats": plan.seats,
        "options": dict(plan.options),
        "bidder": plan.bidder,
        "seed": plan.seed,
        "matches": plan.matches,
        "pairs": found.pairs,
        "mean": round(found.mean, 3),
        "error": round(found.error, 3) if found.pairs > 1 else None,
        "low": round(found.low, 3) if found.pairs > 1 else None,
        "high": round(found.high, 3) if found.pairs > 1 else None,
        "seconds_a_move": [round(value, 6) for value in found.seconds],
        "worlds_a_move": [round(value, 1) for value in found.worlds],
    }


def _text(found: Report) -> str:
    plan = found.plan
    if found.pairs < 2:
        return tr("%(a)s against %(b)s: %(mean)+.2f. One pair says nothing.", a=plan.a, b=plan.b, mean=found.mean)
    words = {
        "a": plan.a,
        "b": plan.b,
        "mean": found.mean,
        "error": found.error,
        "low": found.low,
        "high": found.high,
        "pairs": found.pairs,
        "fast": 1000 * found.seconds[0],
        "slow": 1000 * found.seconds[1],
        "seed": plan.seed,
    }
    if plan.matches:
        won = {"rate": 50 + 50 * found.mean, "least": 50 + 50 * found.low, "most": 50 + 50 * found.high}
        return tr(
            "%(a)s wins %(rate).1f %% of matches against %(b)s; 95 %% interval %(least).1f to %(most).1f. "
            "%(pairs)d pairs, %(fast).2f and %(slow).2f ms a move, seed %(seed)s.",
            **words,
            **won,
        )
    return tr(
        "%(a)s against %(b)s: %(mean)+.2f points a side and deal, standard error %(error).2f, 95 %% interval "
        "%(low)+.2f to %(high)+.2f. %(pairs)d pairs, %(fast).2f and %(slow).2f ms a move, seed %(seed)s.",
        **words,
    )
