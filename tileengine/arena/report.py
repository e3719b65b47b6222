"""The report of a tournament: text for a terminal, and one HTML file with its plots as SVG, which needs nothing else.

It plays nothing and decides nothing; the same results give the same bytes.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape

from tileengine.arena.duplicate import mean_interval
from tileengine.arena.ratings import Rating, interval, ratings
from tileengine.arena.results import Meeting, Plan, Results

WIDTH = 760
_STYLE = (
    "body{font:15px/1.45 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1c2430;"
    "background:#fff}table{border-collapse:collapse;margin:1rem 0}td,th{padding:.3rem .6rem;text-align:right;"
    "border:1px solid #d5dae1;font-variant-numeric:tabular-nums}th{background:#f3f5f8;font-weight:600}"
    "td:first-child,th:first-child{text-align:left}svg{max-width:100%;height:auto}small{color:#5b6675}"
)
_COLOURS = ("#0b62a4", "#c2410c", "#15803d", "#7e22ce", "#b91c1c", "#0f766e", "#a16207", "#4b5563")


@dataclass(frozen=True, slots=True)
class Standing:
    """What is known after a tournament. order: numbers of the players, strongest first."""

    plan: Plan
    games: int
    met: Mapping[tuple[int, int], Sequence[Meeting]]
    ratings: tuple[Rating, ...]
    order: tuple[int, ...]

    @staticmethod
    def of(results: Results) -> Standing:
        """Rates everybody."""
        plan = results.plan
        met = {pair: results.meetings(pair) for pair in plan.pairs}
        rated = ratings(len(plan.players), met, plan.seed)
        order = sorted(range(len(rated)), key=lambda player: (-rated[player].elo, player))
        return Standing(plan, results.games, met, tuple(rated), tuple(order))

    def seen_by(self, player: int, other: int) -> tuple[list[float], list[float]]:
        """(points, margins) of a player against another, a deal each."""
        if player < other:
            found = self.met[player, other]
            return [m.points for m in found], [m.margin for m in found]
        found = self.met[other, player]
        return [1 - m.points for m in found], [-m.margin for m in found]

    def share(self, player: int) -> float:
        """The share of all points a player has won; not a number without any meeting."""
        points = [p for other in self.order if other != player for p in self.seen_by(player, other)[0]]
        return sum(points) / len(points) if points else math.nan


def _wide(value: float) -> str:
    return f"{value:.0f}" if math.isfinite(value) else "?"


def text(standing: Standing) -> str:
    """Ratings and pairs, one a line."""
    plan = standing.plan
    name = max(len(player) for player in plan.players)
    lines = [f"{plan.game}: {standing.games} games", f"{'player':<{name}}  {'Elo':>6}  {'95 % interval':>15}  points"]
    for player in standing.order:
        rating = standing.ratings[player]
        between = f"{_wide(rating.low)} .. {_wide(rating.high)}"
        share = f"{100 * standing.share(player):.1f} %"
        lines.append(f"{plan.players[player]:<{name}}  {rating.elo:>+6.0f}  {between:>15}  {share}")
    for at, player in enumerate(standing.order):
        for other in standing.order[at + 1 :]:
            points, margins = standing.seen_by(player, other)
            share_mean, share_wide = interval(points)
            margin, margin_wide = mean_interval(margins)
            lines.append(
                f"{plan.players[player]} against {plan.players[other]}: {100 * share_mean:.1f} % "
                f"+- {_wide(100 * share_wide)}, margin {margin:+.1f} +- {_wide(margin_wide)}, {len(points)} deals"
            )
    return "\n".join(lines) + "\n"


def html(standing: Standing) -> str:
    """The whole page."""
    plan = standing.plan
    options = ", ".join(f"{name} = {value}" for name, value in sorted(plan.options.items())) or "the defaults"
    how = "both seats of every deal" if plan.seats == 2 else "every deal alone; the higher score of a deal wins"
    return "\n".join(
        [
            f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>Arena: {escape(plan.game)}</title>',
            f"<style>{_STYLE}</style></head><body><h1>Arena: {escape(plan.game)}</h1>",
            f"<p>{standing.games} games, {how}. Options: {escape(options)}. Seed {plan.seed}, engine "
            f"{escape(plan.engine)}. <small>Elo points around their mean; intervals are 95 %, over deals.</small></p>",
            "<h2>Ratings</h2>",
            _ratings_plot(standing),
            "<h2>Pairs</h2><p>Share of the points of the row against the column, in percent, and its interval.</p>",
            _table(standing),
            "<h2>How the shares settled</h2>",
            _running_plot(standing),
            "</body></html>\n",
        ]
    )


def _svg(height: int, label: str, parts: Sequence[str]) -> str:
    head = f'<svg viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" role="img" font-size="13"'
    return f'{head} font-family="system-ui,sans-serif"><title>{escape(label)}</title>' + "".join(parts) + "</svg>"


def _ratings_plot(standing: Standing) -> str:
    rated = standing.ratings
    ends = [x for r in rated for x in (r.low, r.high, r.elo) if math.isfinite(x)]
    low, high = min(ends), max(ends)
    pad = max(20.0, (high - low) * 0.06)
    low, high = low - pad, high + pad
    left, right, row = 190, WIDTH - 70, 28

    def at(elo: float) -> float:
        return left + (min(max(elo, low), high) - low) / (high - low) * (right - left)

    height = row * len(rated) + 36
    step = next(step for step in (10, 25, 50, 100, 200, 500, 1000, 10**6) if (high - low) / step <= 9)
    parts = []
    for tick in range(math.ceil(low / step) * step, math.floor(high) + 1, step):
        x = at(tick)
        parts.append(f'<line x1="{x:.1f}" x2="{x:.1f}" y1="4" y2="{height - 26}" stroke="#e3e7ec"/>')
        parts.append(f'<text x="{x:.1f}" y="{height - 8}" text-anchor="middle" fill="#5b6675">{tick}</text>')
    for index, player in enumerate(standing.order):
        rating, y = rated[player], row * index + row / 2 + 4
        parts.append(
            f'<text x="{left - 12}" y="{y + 4:.0f}" text-anchor="end">{escape(_name(standing, player))}</text>'
        )
        parts.append(
            f'<line x1="{at(rating.low):.1f}" x2="{at(rating.high):.1f}" y1="{y}" y2="{y}" stroke="#0b62a4" '
            f'stroke-width="2"/><circle cx="{at(rating.elo):.1f}" cy="{y}" r="5" fill="#0b62a4"/>'
        )
        parts.append(f'<text x="{right + 12}" y="{y + 4:.0f}">{rating.elo:+.0f}</text>')
    parts.append(f'<text x="{right + 12}" y="{height - 8}" fill="#5b6675">Elo</text>')
    return _svg(height, "Elo points with 95 % intervals", parts)


def _name(standing: Standing, player: int) -> str:
    name = standing.plan.players[player]
    return name if len(name) <= 24 else name[:23] + "…"


def _table(standing: Standing) -> str:
    heads = "".join(f"<th>{escape(_name(standing, player))}</th>" for player in standing.order)
    rows = [f"<tr><th></th>{heads}<th>all</th></tr>"]
    for player in standing.order:
        cells = [f"<th>{escape(_name(standing, player))}</th>"]
        for other in standing.order:
            points = standing.seen_by(player, other)[0] if player != other else []
            if not points:
                cells.append("<td></td>")
                continue
            mean, wide = interval(points)
            strong = abs(mean - 0.5) * 0.7
            colour = f"rgba(21,128,61,{strong:.2f})" if mean > 0.5 else f"rgba(194,65,12,{strong:.2f})"
            title = f"{len(points)} deals"
            cells.append(
                f'<td style="background:{colour}" title="{title}">{100 * mean:.1f}<br>'
                f"<small>&#177; {_wide(100 * wide)}</small></td>"
            )
        rows.append(f"<tr>{''.join(cells)}<td>{100 * standing.share(player):.1f}</td></tr>")
    return f"<table>{''.join(rows)}</table>"


def _running_plot(standing: Standing) -> str:
    """Per pair the share of the points up to each deal; the pairs are numbered, for many lines can't be told apart."""
    pairs = [(p, o) for at, p in enumerate(standing.order) for o in standing.order[at + 1 :]]
    longest = max((len(standing.seen_by(*pair)[0]) for pair in pairs), default=0)
    if longest < 2:
        return "<p>Too few deals.</p>"
    left, right, top, bottom = 40, WIDTH - 40, 26, 286
    parts = ['<text x="4" y="14" fill="#5b6675">points so far, %</text>']
    for percent in (0, 25, 50, 75, 100):
        y = bottom - percent / 100 * (bottom - top)
        parts.append(f'<line x1="{left}" x2="{right}" y1="{y:.0f}" y2="{y:.0f}" stroke="#e3e7ec"/>')
        parts.append(f'<text x="{left - 6}" y="{y + 4:.0f}" text-anchor="end" fill="#5b6675">{percent}</text>')
    for at, anchor, text in ((left, "start", 1), ((left + right) // 2, "middle", "deals"), (right, "end", longest)):
        parts.append(f'<text x="{at}" y="{bottom + 18}" text-anchor="{anchor}" fill="#5b6675">{text}</text>')
    for index, pair in enumerate(pairs):
        points = standing.seen_by(*pair)[0]
        if not points:
            continue
        total, line = 0.0, []
        every = max(1, len(points) // 200)
        for number, value in enumerate(points, 1):
            total += value
            if number % every == 0 or number == len(points):
                x = left + (number - 1) / (longest - 1) * (right - left)
                line.append(f"{x:.1f},{bottom - total / number * (bottom - top):.1f}")
        label = f"{_name(standing, pair[0])} against {_name(standing, pair[1])}"
        parts.append(
            f'<polyline points="{" ".join(line)}" fill="none" stroke="{_COLOURS[index % len(_COLOURS)]}" '
            f'stroke-width="1.5"><title>{escape(label)}</title></polyline>'
        )
    return _svg(bottom + 26, "Share of the points up to each deal, percent", parts)
