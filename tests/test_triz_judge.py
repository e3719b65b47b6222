"""What Triz expects of groups: the ratings of a search's root moves against a slow count on the reference's field."""

from __future__ import annotations

from itertools import pairwise

import pytest

from tests.reference import triz
from tests.reference.prospects import pieces_of, size_of
from tests.test_search import midgame
from tests.variants import Variant, all_variants, name
from tileengine import Position
from tileengine._core import action as actions
from tileengine._core.search.mcts import Search

TRIZ = [v for v in all_variants() if v[0] == "triz"]
SITE, SITES_MAX, JOIN = 0.6, 8, 0.2


def expected(game: triz.Game, pieces: int, size: int, seat: int) -> float:
    """The score of the seat's groups, each as large as it promises to become."""
    colours = []
    for colour in game.colours(seat):
        groups = game.jewel_groups(colour)
        grown = []
        for group in groups:
            sites = joined = 0
            for site in ((a, b) for a in range(size) for b in range(size) if (a, b) not in game.board):
                seen = set().union(*(triz.meets((site, i)) for i in range(4)))
                if seen & group:
                    sites += 1
                    joined = max(joined, sum(len(g) for g in groups if g is not group and g & seen))
            grown.append(len(group) + (SITE * min(sites, SITES_MAX, pieces) + JOIN * joined if pieces else 0))
        colours.append([*sorted(grown, reverse=True), 0.0, 0.0, 0.0])
    scoring = str(game.options["scoring"])
    if scoring in triz.TWO_COLOURS:
        chosen = [colours[0][0], colours[1][0]]
    else:
        chosen = colours[0][: int(scoring[-1]) if scoring[-1].isdigit() else 1]
    value = 0.0 if "product" not in scoring else 1.0
    for each in chosen:
        value = value * each if "product" in scoring else value + each
    return value


def field_of(seen: Position) -> triz.Game:
    game = triz.Game(seen.seats, dict(seen.options), [])
    for piece in pieces_of(seen, "board"):
        game.board[piece["place"] >> 5, piece["place"] & 31] = triz.shown(piece["name"], piece["rotation"])
    return game


@pytest.mark.rule("Z2.3", "Z5.1", "Z5.2", "Z5.3")
@pytest.mark.parametrize("variant", TRIZ, ids=name)
def test_first_sight_of_the_root_is_what_the_groups_promise(variant: Variant) -> None:
    root = midgame(variant, seed=8, plies=24)
    seen = root.observe(root.turn)
    size = int(str(root.options["field_size"]))
    left = sum(size_of(seen, "hand", seat) for seat in range(root.seats)) + size_of(seen, "stock")
    ratings = {move["action"]: move["rating"] for move in Search(root, seed=1).moves()}
    for action in [*ratings][:: max(1, len(ratings) // 5)]:
        after = root.play(action)
        if after.over:
            continue
        laid = actions.split(action)[0] != actions.Kind.PASS
        values = [expected(field_of(after), (left - laid) // root.seats, size, seat) for seat in range(root.seats)]
        lead = values[root.turn] - max(v for seat, v in enumerate(values) if seat != root.turn)
        assert ratings[action] == pytest.approx(lead, abs=1e-4)
    assert all(a >= b for a, b in pairwise(ratings.values())) and len(ratings) > 0
