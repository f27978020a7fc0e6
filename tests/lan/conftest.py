"""Machines on a throw-away LAN. Without root, namespaces or the lab itself these tests skip and say why."""

import importlib.util
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
FOLDER = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Everything in this folder carries the marker `lan`."""
    for item in items:
        if FOLDER in item.path.parents:
            item.add_marker(pytest.mark.lan)


def load_lanlab() -> ModuleType:
    """The lab, from P2PCARDS_LANLAB or ../shared/lanlab beside the checkout."""
    given = os.environ.get("P2PCARDS_LANLAB")
    path = Path(given) if given else ROOT.parent / "shared" / "lanlab"
    if not path.is_file():
        pytest.skip(f"no lanlab at {path} (set P2PCARDS_LANLAB)")
    loader = importlib.machinery.SourceFileLoader("lanlab", str(path))
    spec = importlib.util.spec_from_loader("lanlab", loader)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["lanlab"] = module
    sys.dont_write_bytecode, before = True, sys.dont_write_bytecode  # the folder may be read-only
    try:
        loader.exec_module(module)
    finally:
        sys.dont_write_bytecode = before
    return module


@pytest.fixture(scope="session")
def lanlab() -> ModuleType:
    module = load_lanlab()
    try:
        module.check_supported()
    except module.Unsupported as why:
        pytest.skip(str(why))
    return module


@pytest.fixture(autouse=True)
def _a_state_folder_for_each_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """The lab gives every machine XDG folders of its own; a folder named for all would make them one person."""
    monkeypatch.delenv("P2PCARDS_STATE_DIR", raising=False)


@pytest.fixture
def lan(lanlab: ModuleType) -> Iterator[Callable[[int], Any]]:
    """`lan(3)` is a lab of three machines, removed with everything in it at the end."""
    labs: list[Any] = []

    def make(machines: int) -> Any:
        manager = lanlab.Lab.temporary(machines)
        labs.append(manager)
        return manager.__enter__()

    yield make
    for manager in reversed(labs):
        manager.__exit__(None, None, None)
