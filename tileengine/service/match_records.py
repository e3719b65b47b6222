"""The part of MatchService that is about records: export, import, check. It knows no gRPC."""

from __future__ import annotations

import asyncio
import hashlib

from tileengine.errors import BadField, TooLarge
from tileengine.matches import record as records
from tileengine.matches import record_json, record_text, tokens
from tileengine.matches.failures import BadRecord, WrongState
from tileengine.matches.match import Reader
from tileengine.matches.record import NO_LINES, Lines, Record, Replay
from tileengine.service import match_convert
from tileengine.service.matches import MatchService, new_id
from tileengine.v1 import match_service_pb2 as pb

WORKING_MAX = 2
"""Records replayed at once; a long one takes a second, in a thread."""


def write(record: Record, form: pb.RecordFormat) -> str:
    """A record in a form. Raises BadField."""
    if form == pb.RECORD_FORMAT_JSON:
        return record_json.write(record)
    if form in (pb.RECORD_FORMAT_UNSPECIFIED, pb.RECORD_FORMAT_TEXT):
        return record_text.write(record)
    raise BadField(f"unknown form of a record {form}", field="format")


def read(text: str) -> tuple[Record, Lines]:
    """A record in either form, told apart by the first character. Raises BadRecord, BadField, TooLarge."""
    if not text:
        raise BadField("record is required", field="record")
    if len(text) > record_text.TEXT_MAX:
        raise TooLarge(f"a record has at most {record_text.TEXT_MAX} characters", field="record")
    if text.startswith("{"):
        return record_json.read(text), NO_LINES
    return record_text.read(text)


def _checked(text: str) -> tuple[Record, Replay]:
    record, lines = read(text)
    return record, records.replay(record, lines)


class MatchRecords:
    """The methods about records, over the matches of a MatchService."""

    def __init__(self, matches: MatchService) -> None:
        self._matches = matches
        self._working = asyncio.Semaphore(WORKING_MAX)

    async def get_record(self, request: pb.GetRecordRequest, token: str | None) -> pb.GetRecordResponse:
        """See GetRecord of the schema."""
        match, reader = await self._matches.read(request.match_id, token)
        if match.position is None:
            raise WrongState(match.status, "running or over")
        history = await self._matches.history(match)
        record = records.record_of(match, history, reader)
        return pb.GetRecordResponse(record=write(record, request.format))

    async def import_record(self, request: pb.ImportRecordRequest, token: str | None) -> pb.ImportRecordResponse:
        """See ImportRecord of the schema."""
        match_id = match_convert.match_id_from(request.match_id) if request.match_id else new_id()
        secret = tokens.secret_or_new(request.token_secret)
        async with self._working:
            record, replayed = await asyncio.to_thread(_checked, request.record)
        change = records.imported(
            record,
            replayed,
            match_id,
            token_secret=secret,
            request=hashlib.sha256(request.SerializeToString(deterministic=True)).hexdigest(),
            now_ms=self._matches.now_ms(),
        )
        match = await self._matches.keep_new(change, repeatable=bool(request.token_secret))
        return pb.ImportRecordResponse(
            match=self._matches.match_to(match, Reader("host")), host_token=tokens.derive(secret, match_id, "host")
        )

    async def verify_record(self, request: pb.VerifyRecordRequest, token: str | None) -> pb.VerifyRecordResponse:
        """See VerifyRecord of the schema."""
        async with self._working:
            try:
                record, replayed = await asyncio.to_thread(_checked, request.record)
            except BadRecord as failure:
                return pb.VerifyRecordResponse(problem=failure.bare, line=failure.line)
        response = pb.VerifyRecordResponse(valid=True, passed=replayed.passed)
        if request.convert_to:
            response.record = write(record, request.convert_to)
        return response
