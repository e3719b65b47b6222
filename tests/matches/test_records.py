"""Records: both forms invert, replays check everything, junk is refused with its line and the reason."""

from __future__ import annotations

import dataclasses
import hashlib
import json
import random
from pathlib import Path

import pytest

from tests.matches.client import Client, Failed, game_number
from tests.matches.table import Table
from tests.variants import all_variants
from tileengine.matches import commands, record_json, record_text
from tileengine.matches.failures import BadRecord
from tileengine.matches.match import Reader
from tileengine.matches.record import Record, record_of, replay
from tileengine.v1 import match_service_pb2 as pb

ALL_CHECKS = ("syntax", "deal", "commitment", "seed", "moves", "result")


def finished(slug: str, seats: int, options: dict[str, object], seed: int = 1, plies: int = 150) -> Record:
    """The record of a random match, resigned when it gets long."""
    table = Table(slug, seats, options=options)
    for ply in range(plies):
        if table.match.status == "over":
            break
        table.random(seed * 1_000 + ply)
    if table.match.status != "over":
        table.take(commands.resign(table.match, 0, table.now_ms))
    return record_of(table.match, table.history, Reader())


def signed(lines: list[str]) -> str:
    """A text with the right checksum, whatever its lines are."""
    body = "".join(line + "\n" for line in lines)
    return f"{body}checksum {hashlib.sha256(body.encode()).hexdigest()}\n"


def fault(text: str) -> BadRecord:
    with pytest.raises(BadRecord) as caught:
        record, lines = record_text.read(text)
        replay(record, lines)
    return caught.value


@pytest.mark.parametrize("slug", sorted({variant[0] for variant in all_variants()}))
def test_both_forms_invert_and_replay_for_every_setting(slug: str) -> None:
    for _, seats, options in [variant for variant in all_variants() if variant[0] == slug]:
        record = finished(slug, seats, options, plies=60)
        text = record_text.write(record)
        again, lines = record_text.read(text)
        assert again == record and record_text.write(again) == text
        assert record_json.read(record_json.write(record)) == record
        replayed = replay(again, lines)
        assert replayed.passed == ALL_CHECKS
        assert replayed.dealt.order == record.order


@pytest.fixture(scope="module", params=["triominos", "triz", "tantrix", "triple_peaks"])
def text(request: pytest.FixtureRequest) -> str:
    slug = request.param
    return record_text.write(finished(slug, 1 if slug == "triple_peaks" else 2, {}))


def test_what_was_changed_is_found_at_its_line(text: str) -> None:
    lines = text.splitlines()[:-1]
    assert replay(*record_text.read(signed(lines))).passed == ALL_CHECKS
    at = {line.split(" ")[0]: number for number, line in enumerate(lines)}
    first_move = at["moves"] + 1

    def changed(index: int, line: str | None) -> BadRecord:
        return fault(signed([*lines[:index], *([] if line is None else [line]), *lines[index + 1 :]]))

    zero = "00" * 32
    for name, word, reason in (
        ("game", "game chess", "unknown game"),
        ("rules", "rules 999", "rules version"),
        ("secret", f"secret {zero}", "committed"),
        ("commitment", f"commitment {zero}", "committed"),
        ("seed", f"seed {zero}", "seed"),
        ("match", "match other", "committed"),
        ("end", "end resigned", "end"),
    ):
        failure = changed(at[name], word)
        assert reason in str(failure)
        assert failure.line == at["commitment" if reason == "committed" else name] + 1, name
    outcome = lines[at["outcome"]].replace("won", "W").replace("lost", "won").replace("W", "lost")
    if outcome != lines[at["outcome"]]:
        assert changed(at["outcome"], outcome).line == at["outcome"] + 1
    assert changed(at["score"], lines[at["score"]] + "1").line == at["score"] + 1
    order = lines[at["order"]].split(" ")
    order[1:] = order[:0:-1]
    assert changed(at["order"], " ".join(order)).line >= at["order"] + 1
    assert changed(at["order"], "order XX").line == at["order"] + 1
    third = lines[first_move + 2].split(" ")
    assert changed(first_move + 2, f"3 5 {third[2]}").line == first_move + 3
    assert changed(first_move + 2, "3 0 nonsense").line == first_move + 3
    assert changed(first_move + 2, None).line == first_move + 3
    earlier = lines[first_move].split(" ")[2]
    if earlier != third[2]:  # two draws are the same move
        assert changed(first_move + 2, f"3 {third[1]} {earlier}").line >= first_move + 3


def test_text_is_strict(text: str) -> None:
    lines = text.splitlines()
    for bad, line in (
        ("", 1),
        ("[Event]\n", 1),
        (text.replace("\n", "\r\n"), 1),
        (text + "\n", len(lines) + 1),
        (text + "more\n", len(lines) + 1),
        (text[:-1], len(lines)),
        (text[:-3] + "zz\n", len(lines)),
        (text.replace("rules 1", "rules 01"), 3),
        (text.replace("rules 1", "rules  1"), 3),
        (text.replace("rules 1", "rules \u0661"), 3),
        (text.replace("game ", "game\t"), 2),
        ("\n".join(lines[:5]) + "\n", 5),
    ):
        if bad == text:
            continue
        assert fault(bad).line == line, bad[:80]


def test_no_damage_goes_unnoticed(text: str) -> None:
    rng = random.Random(1)
    for _ in range(300):
        at = rng.randrange(len(text))
        bad = text[:at] + rng.choice(["", "0", " ", "\n", "é", text[at:], chr(rng.randrange(1, 127))]) + text[at + 1 :]
        if bad != text:
            failure = fault(bad)
            assert failure.line >= 1 and failure.bare
    for _ in range(300):
        data = json.loads(record_json.write(record_text.read(text)[0]))
        key = rng.choice(list(data))
        data[key] = rng.choice([None, 1, -1, "x", [], {}, [[]], 1e300, "0" * 70, True, [None], {"end": 1}])
        if record_json.write(record_text.read(text)[0]) == json.dumps(data, separators=(",", ":")) + "\n":
            continue
        with pytest.raises(BadRecord):
            replay(record_json.read(json.dumps(data)))


def test_junk_is_refused() -> None:
    for junk in ("{", "{}", "[]", "{" * 100_000, '{"record": ' + "9" * 5_000 + "}", '{"record": NaN}'):
        with pytest.raises(BadRecord):
            record_json.read(junk)
    with pytest.raises(BadRecord):
        record_text.read("x" * (record_text.TEXT_MAX + 1))


def test_a_running_match_has_a_record_without_its_deal() -> None:
    table = Table("triz", 2)
    table.random(1)
    record = record_of(table.match, table.history, Reader())
    assert (record.secret, record.seed, record.order, record.entropy, record.end) == (b"", b"", b"", (), None)
    text = record_text.write(record)
    assert record_text.read(text)[0] == record and record_json.read(record_json.write(record)) == record
    assert "holds no deal" in str(fault(text))


def test_options_are_all_there() -> None:
    record = finished("triominos", 2, {"target": 100})
    lines = record_text.write(record).splitlines()[:-1]
    missing = [line for line in lines if not line.startswith("option target")]
    assert fault(signed(missing)).line > 4
    fewer = dataclasses.replace(record, options={**record.options, "target": 101})
    with pytest.raises(BadRecord):
        replay(fewer)


async def test_records_travel_between_matches(client: Client) -> None:
    match_id, _, tokens = await client.start("triominos", 2)
    await client.call("ResignMatch", tokens[1], match_id=match_id)
    text = (await client.call("GetRecord", match_id=match_id)).record
    as_json = (await client.call("GetRecord", match_id=match_id, format=pb.RECORD_FORMAT_JSON)).record
    verified = await client.call("VerifyRecord", record=text, convert_to=pb.RECORD_FORMAT_JSON)
    assert verified.valid and tuple(verified.passed) == ALL_CHECKS and verified.record == as_json
    verified = await client.call("VerifyRecord", record=as_json, convert_to=pb.RECORD_FORMAT_TEXT)
    assert verified.valid and verified.record == text
    made = await client.call("ImportRecord", record=as_json, match_id="copy", token_secret=b"x" * 16)
    again = await client.call("ImportRecord", record=as_json, match_id="copy", token_secret=b"x" * 16)
    assert made.host_token == again.host_token
    assert made.match.status == pb.MATCH_STATUS_OVER and made.match.end.end == "resigned"
    assert (await client.call("GetRecord", match_id="copy")).record == text
    events = [response.event async for response in client.watch("copy")]
    assert [event.event for event in events] == list(range(1, made.match.event + 1))
    verified = await client.call("VerifyRecord", record=text.replace("end resigned 1", "end resigned 0"))
    assert not verified.valid and verified.line and verified.problem
    with pytest.raises(Failed) as caught:
        await client.call("ImportRecord", record="tileengine record 1\ngame chess\n")
    assert (caught.value.reason, caught.value.metadata["line"]) == ("BAD_RECORD", "2")
    await client.call("CreateMatch", match_id="w", game=game_number("triz"))
    with pytest.raises(Failed) as caught:
        await client.call("GetRecord", match_id="w")
    assert caught.value.reason == "MATCH_STATE"


def test_the_example_of_the_page_verifies() -> None:
    page = (Path(__file__).parents[2] / "docs" / "matches.md").read_text()
    found = [block for block in page.split("```\n") if block.startswith(record_text.FIRST)]
    assert len(found) == 1
    record, lines = record_text.read(found[0])
    assert replay(record, lines).passed == ALL_CHECKS
    assert record_json.read(record_json.write(record)) == record
