"""Vectors of headers and transcripts."""

from __future__ import annotations

from p2pcards_protocol.deal import cut, first_dealer
from p2pcards_protocol.identity import fingerprint, host_words, table_words
from p2pcards_protocol.transcript import write_file
from protocol.broken import broken
from protocol.table import make_header
from protocol.transcripts import GOOD
from protocol.vectors.plain import Json, plain


def headers() -> Json:
    cases = []
    for n in range(2, 7):
        header, host, players = make_header(n, "sealed" if n % 2 else "dealer", f"header {n}")
        terms = header.parsed_terms
        cases.append(
            {
                "name": f"{n} seats",
                "host_seed": plain(host.seed),
                "seat_seeds": plain([player.seed for player in players]),
                "seat_keys": plain([player.public for player in players]),
                "terms": plain(header.terms),
                "terms_value": plain(
                    {
                        "deal": terms.deal,
                        "game": terms.game,
                        "options": terms.options,
                        "rules_version": terms.rules_version,
                        "seats": [{"key": s.key, "name": s.name, "operator": s.operator} for s in terms.seats],
                    }
                ),
                "terms_hash": plain(terms.hash),
                "rules_hash": plain(terms.rules_hash),
                "header": plain(header.encode()),
                "table_id": plain(header.table_id),
                "genesis": plain(header.genesis),
                "host_fingerprint": fingerprint(header.host_key),
                "host_words": list(host_words(header.host_key)),
                "table_words": list(table_words(header.table_id)),
                "cut": list(cut(header.table_id, n)),
                "first_dealer": first_dealer(header.table_id, n),
                "outcome": "ok",
            }
        )
    return cases


def transcripts() -> Json:
    base_table = GOOD["unfinished"]()
    base = write_file(base_table.header, base_table.entries)
    cases: list[Json] = []
    for name, make in GOOD.items():
        table = make()
        data = write_file(table.header, table.entries)
        case = _against(base, name, data) if data != base else {"name": name, "file": plain(data)}
        case |= {
            "entries": len(table.entries),
            "head": plain(table.ledger.head),
            "finished": table.ledger.ended,
            "outcome": "ok",
        }
        cases.append(case)
    for name, (data, layer, entry, reason) in broken().items():
        cases.append(_against(base, name, data) | {"outcome": {"layer": layer, "entry": entry, "reason": reason}})
    return {
        "about": 'a file is given whole, or as the first `keep` bytes of the case "unfinished" and a `tail`',
        "host_seed": plain(base_table.host.seed),
        "seat_seeds": plain([player.seed for player in base_table.players]),
        "cases": cases,
    }


def _against(base: bytes, name: str, data: bytes) -> Json:
    keep = next((i for i, (a, b) in enumerate(zip(base, data, strict=False)) if a != b), min(len(base), len(data)))
    return {"name": name, "keep": keep, "tail": plain(data[keep:])}
