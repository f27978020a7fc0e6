"""What stays on this machine: keys, tables and their transcripts, secrets, known hosts, match files."""

from p2pcards.store.errors import KeyChanged, StoreError
from p2pcards.store.files import state_folder, write_atomically
from p2pcards.store.hosts import Hosts, KnownHost
from p2pcards.store.keys import Claim, claim, read_key, write_key
from p2pcards.store.matches import MatchFile, list_matches, write_match
from p2pcards.store.store import Record, Role, SavedTable, State, Store, TableNumber

__all__ = [
    "Claim",
    "Hosts",
    "KeyChanged",
    "KnownHost",
    "MatchFile",
    "Record",
    "Role",
    "SavedTable",
    "State",
    "Store",
    "StoreError",
    "TableNumber",
    "claim",
    "list_matches",
    "read_key",
    "state_folder",
    "write_atomically",
    "write_key",
    "write_match",
]
