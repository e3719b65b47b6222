"""RulesService as plain methods: a request message in, a response out, either a message or its encoded bytes.

Bulk answers (move lists, views, positions) come encoded from the core; the rest are generated classes. Every method
answers within its bounds or raises a TileengineError. It knows no gRPC.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import Any

from google.protobuf.message import Message

from tileengine import Position, TileengineError, __version__, errors, games, odds
from tileengine._core import messages
from tileengine.service import convert, limits
from tileengine.service.failures import BadField, StalePly, to_error
from tileengine.v1 import rules_service_pb2 as pb

Answered = Message | bytes


def ping(request: pb.PingRequest) -> Answered:
    """Echo."""
    if len(request.payload) > limits.PING_BYTES_MAX:
        raise errors.TooLarge(f"payload is over {limits.PING_BYTES_MAX} bytes", field="payload")
    return pb.PingResponse(payload=request.payload)


def list_games(request: pb.ListGamesRequest) -> Answered:
    """All games and what they offer."""
    return pb.ListGamesResponse(games=map(convert.game_to, games.games()), engine_version=__version__)


def deal(request: pb.DealRequest) -> Answered:
    """A first position."""
    slug = convert.slug_of(request.game)
    settings = dict(games.game(slug).preset(request.preset).settings) if request.preset else {}
    settings |= convert.options_from(request.options, slug)
    if len(request.seed) > 32:
        raise errors.BadSeed(f"seed of {len(request.seed)} bytes, at most 32", field="seed")
    seed = request.seed or os.urandom(32)
    position = Position.deal(
        slug, seats=request.seats or None, options=settings, seed=seed, order=request.order or None
    )
    return pb.DealResponse(state=convert.state_to(position), seed=seed, order=position.order)


def list_moves(request: pb.ListMovesRequest) -> Answered:
    """Legal moves, written by the core."""
    if request.limit > limits.MOVES_MAX:
        raise errors.TooLarge(f"limit must be in 0..{limits.MOVES_MAX}", field="limit")
    convert.check_place(request.place)
    if request.piece > limits.PIECE_NUMBER_MAX:
        raise BadField(f"piece must be in 0..{limits.PIECE_NUMBER_MAX}", field="piece")
    return messages.list_moves(
        convert.position_from(request.position),
        request.kind or -1,
        request.place if request.HasField("place") else -1,
        request.piece if request.HasField("piece") else -1,
        request.limit or limits.MOVES_DEFAULT,
        request.after,
        request.count_only,
        request.with_gain,
        request.with_notation,
    )


def check_move(request: pb.CheckMoveRequest) -> Answered:
    """Whether a move is legal, why not, and what forces it."""
    position = convert.position_from(request.position)
    action = convert.action_from(request.move, position)
    code, paragraph, text, places, numbers = position.explain(action)
    if code == errors.MalformedMove.code:
        raise errors.MalformedMove(f"{action:#010x} names no move of {position.game}", field="move")
    response = pb.CheckMoveResponse(legal=code == 0, action=action, notation=position.format(action))
    if code == 0:
        response.forced_by = paragraph
        response.forced_text = text
        response.forced_places.extend(places)
        if position.viewer == "all":
            response.gain = messages.move_gain(position, action)
    else:
        refusal = errors.BY_CODE[code](text or "the game is over", paragraph=paragraph, places=places, numbers=numbers)
        response.error.CopyFrom(to_error(refusal))
    return response


def apply_moves(request: pb.ApplyMovesRequest) -> Answered:
    """Plays moves in order, all or none."""
    position = convert.position_from(request.position)
    if request.HasField("expected_ply") and request.expected_ply != position.ply:
        raise StalePly(request.expected_ply, position.ply)
    if len(request.moves) > limits.APPLY_MOVES_MAX:
        raise errors.TooLarge(f"more than {limits.APPLY_MOVES_MAX} moves", field="moves")
    gains = []
    for index, move in enumerate(request.moves):
        try:
            action = convert.action_from(move, position)
            mover, before = position.turn, position
            position = position.play(action)
        except TileengineError as failure:
            failure.index = index
            raise
        gains.append(position.score(mover)[0] - before.score(mover)[0])
    return pb.ApplyMovesResponse(state=convert.state_to(position), gains=gains)


def score_position(request: pb.ScorePositionRequest) -> Answered:
    """Scores with their parts."""
    position = convert.position_from(request.position)
    return pb.ScorePositionResponse(scores=convert.scores_to(position), final=position.over)


def view_position(request: pb.ViewPositionRequest) -> Answered:
    """A view, written by the core."""
    position = convert.position_from(request.position)
    if request.HasField("viewer"):
        position = convert.observed(position, request.viewer)
    return messages.view_position(position, request.geometry)


def observe_position(request: pb.ObservePositionRequest) -> Answered:
    """What a viewer may know."""
    position = convert.position_from(request.position)
    if not request.viewer.sight:
        raise BadField("viewer is required: who is to see the position", field="viewer")
    return pb.ObservePositionResponse(state=convert.state_to(convert.observed(position, request.viewer)))


def resample_position(request: pb.ResamplePositionRequest) -> Answered:
    """A full position that agrees with an observed one."""
    position = convert.position_from(request.position)
    if position.viewer == "all":
        raise BadField("position is whole already; send an observed one", field="position")
    return pb.ResamplePositionResponse(state=convert.state_to(position.resample(request.seed)))


def convert_position(request: pb.ConvertPositionRequest) -> Answered:
    """A position and its text."""
    source = request.WhichOneof("source")
    if source == "text":
        if len(request.text) > limits.TEXT_MAX:
            raise errors.TooLarge(f"text is over {limits.TEXT_MAX} characters", field="text")
        position = Position.parse(request.text)
    elif source == "position":
        position = convert.position_from(request.position)
    else:
        raise BadField("source is required: a position or a text", field="source")
    return pb.ConvertPositionResponse(state=convert.state_to(position), text=position.text())


def list_place_odds(request: pb.ListPlaceOddsRequest) -> Answered:
    """Which unseen pieces fit places, and who may hold one."""
    position = convert.position_from(request.position)
    if request.HasField("viewer"):
        position = convert.observed(position, request.viewer)
    if len(request.places) > limits.ODDS_PLACES_MAX:
        raise errors.TooLarge(f"more than {limits.ODDS_PLACES_MAX} places", field="places")
    for place in request.places:
        convert.check_place(place)
    response = pb.ListPlaceOddsResponse()
    for found in odds.odds(position, list(request.places) or None)[: limits.ODDS_PLACES_MAX]:
        response.odds.add(
            place=found.place,
            name=found.name,
            pieces=found.pieces,
            copies=found.copies,
            unseen=found.unseen,
            holds=found.holds,
            next_draw=found.next_draw,
        )
    return response


METHODS: dict[str, Callable[[Any], Answered]] = {
    "Ping": ping,
    "ListGames": list_games,
    "Deal": deal,
    "ListMoves": list_moves,
    "CheckMove": check_move,
    "ApplyMoves": apply_moves,
    "ScorePosition": score_position,
    "ViewPosition": view_position,
    "ObservePosition": observe_position,
    "ResamplePosition": resample_position,
    "ConvertPosition": convert_position,
    "ListPlaceOdds": list_place_odds,
}
"""The unary methods by their name on the wire; Batch and StreamBatch are made of them."""


# -- batches -------------------------------------------------------------------------------------------------------


def _varint(value: int) -> bytes:
    out = bytearray()
    while value >= 128:
        out.append(value & 127 | 128)
        value >>= 7
    out.append(value)
    return bytes(out)


def _length_delimited(number: int, payload: bytes) -> bytes:
    return _varint(number << 3 | 2) + _varint(len(payload)) + payload


_QUERIES = {
    field.name: (METHODS["".join(word.capitalize() for word in field.name.split("_"))], _varint(field.number << 3 | 2))
    for field in pb.Query.DESCRIPTOR.fields
}
_ERROR = pb.Answer.DESCRIPTOR.fields_by_name["error"].number
_GAME_BYTE = 3  # where an encoded position names its game


def _failed(failure: TileengineError) -> bytes:
    return _length_delimited(_ERROR, to_error(failure).SerializeToString())


def answer(query: pb.Query) -> bytes:
    """One encoded Answer; a failure becomes its error arm."""
    try:
        name = query.WhichOneof("query")
        if name is None:
            raise BadField("query is required", field="query")
        method, tag = _QUERIES[name]
        answered = method(getattr(query, name))
        payload = answered if isinstance(answered, bytes) else answered.SerializeToString()
        return tag + _varint(len(payload)) + payload
    except TileengineError as failure:
        return _failed(failure)


_TOO_MUCH = _failed(
    errors.TooLarge(f"the answers so far fill {limits.BATCH_BYTES_MAX} bytes; ask again in another batch")
)


class Entries:
    """Answers of one batch as entries of the repeated field `number`, one query at a time, so that a caller may pause.

    Raises TooLarge when there are too many queries. When the answers outgrow BATCH_BYTES_MAX, the rest are errors.
    """

    def __init__(self, queries: Sequence[pb.Query], number: int) -> None:
        if len(queries) > limits.QUERIES_MAX:
            raise errors.TooLarge(f"{len(queries)} queries, at most {limits.QUERIES_MAX}", field="queries")
        self._tag = _varint(number << 3 | 2)
        self._room = limits.BATCH_BYTES_MAX

    def entry(self, query: pb.Query) -> bytes:
        """The next query's answer."""
        encoded = answer(query) if self._room > 0 else _TOO_MUCH
        if len(encoded) > self._room:
            self._room = 0
            encoded = _TOO_MUCH
        self._room -= len(encoded)
        return self._tag + _varint(len(encoded)) + encoded


# -- what takes long -----------------------------------------------------------------------------------------------

_LONG_LISTS = {game.id for game in games.games() if game.actions_max > 2_048}


def is_long(request: Message) -> bool:
    """True for a request that may work for milliseconds: gains or notations of lists of thousands of moves."""
    return (
        isinstance(request, pb.ListMovesRequest)
        and (request.with_gain or request.with_notation)
        and len(request.position) > _GAME_BYTE
        and request.position[_GAME_BYTE] in _LONG_LISTS
    )


def is_long_query(query: pb.Query) -> bool:
    """The same for a query of a batch."""
    return query.WhichOneof("query") == "list_moves" and is_long(query.list_moves)
