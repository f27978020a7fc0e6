"""The transcript: terms and header, signed messages and entries, the fold over them, and the file."""

from .entry import Draft, Entry, Message, head_after
from .file import FileWriter, read_file, read_sound, write_file
from .header import Header, Member, join_commitment, sign_join, table_id_of, verify_join
from .kinds import KINDS, Kind, Phase
from .ledger import Ledger
from .place import key_change_signature
from .terms import SeatTerms, Terms

__all__ = [
    "KINDS",
    "Draft",
    "Entry",
    "FileWriter",
    "Header",
    "Kind",
    "Ledger",
    "Member",
    "Message",
    "Phase",
    "SeatTerms",
    "Terms",
    "head_after",
    "join_commitment",
    "key_change_signature",
    "read_file",
    "read_sound",
    "sign_join",
    "table_id_of",
    "verify_join",
    "write_file",
]
