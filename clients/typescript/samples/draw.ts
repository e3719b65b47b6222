// Draws a position of every game as one SVG picture: draw [ADDRESS [FILE [MOVES]]].
//
// All shapes come from the server's view: this file knows no game, no hexagon and no triangle. It scales points, turns y
// around, and chooses colours by the names that the games give them. docs/views.md of the engine says what there is.
import { writeFile } from "node:fs/promises";
import type { Box, Client, Game, Label, Piece, Point, Position, Stroke, View } from "tileengine-client";
import { connect } from "tileengine-client";

const [address = "127.0.0.1:50051", file = "positions.svg", plies = "24"] = process.argv.slice(2);

const PANEL = { width: 560, height: 470, head: 44, foot: 84, margin: 16 };
const SLOT = 50;
const PALETTE = ["#b9508c", "#3c96a0", "#968c32", "#6e60be"];
const COLOURS: Record<string, string> = {
  red: "#d8433f",
  yellow: "#ecb824",
  green: "#3fa35b",
  blue: "#3b72d6",
  black: "#24262d",
  face: "#f6eeda",
  edge: "#6b5f4a",
};
const PAPER = "#f6eeda";
const INK = "#2b2822";
const TILE = "#2b2e38";
const BACK = "#4a6da6";

/** From the view's coordinates to those of the picture. */
type Place = (point: Point) => Point;

/** Fits a box into a rectangle of the picture; a unit is at most `unitMax` wide. */
function fit(box: Box, left: number, top: number, width: number, height: number, unitMax: number) {
  const [wide, high] = [Math.max(box.maxX - box.minX, 0.1), Math.max(box.maxY - box.minY, 0.1)];
  const unit = Math.min(width / wide, height / high, unitMax);
  const [x0, y0] = [left + (width - wide * unit) / 2, top + (height - high * unit) / 2];
  const place: Place = ([x, y]) => [x0 + (x - box.minX) * unit, y0 + (box.maxY - y) * unit];
  return { unit, place };
}

function path(points: readonly Point[], place: Place, closed: boolean): string {
  const steps = points.map((point, index) => {
    const [x, y] = place(point);
    return `${index === 0 ? "M" : "L"}${x.toFixed(1)} ${y.toFixed(1)}`;
  });
  return steps.join("") + (closed ? "Z" : "");
}

function colour(game: Game, index: number | undefined, otherwise: string): string {
  const name = index === undefined ? undefined : game.colours[index];
  return name === undefined ? otherwise : (COLOURS[name] ?? PALETTE[(index ?? 0) % PALETTE.length] ?? otherwise);
}

function stroke(game: Game, one: Stroke, place: Place, unit: number): string {
  const [first, last] = [one.points[0], one.points.at(-1)];
  const outline = first?.[0] === last?.[0] && first?.[1] === last?.[1];
  if (one.filled) {
    const edge = one.colour === undefined ? INK : "none";
    return `<path d="${path(one.points, place, true)}" fill="${colour(game, one.colour, PAPER)}" stroke="${edge}" stroke-width="0.7"/>`;
  }
  const width = (unit * (outline ? 0.04 : 0.24)).toFixed(1);
  return `<path d="${path(one.points, place, false)}" fill="none" stroke="${colour(game, one.colour, INK)}" stroke-width="${width}" stroke-linejoin="round"/>`;
}

function label(one: Label, place: Place, size: number): string {
  const [x, y] = place(one.centre);
  return text(
    x,
    y + size * 0.36,
    size,
    one.text,
    `text-anchor="middle" stroke="${PAPER}" stroke-width="${(size / 4).toFixed(1)}" paint-order="stroke"`,
  );
}

function text(x: number, y: number, size: number, words: string, more = ""): string {
  const safe = words.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" font-size="${size.toFixed(1)}" fill="${INK}" ${more}>${safe}</text>`;
}

function draw(game: Game, piece: Piece, place: Place, unit: number): string[] {
  return [
    ...piece.strokes.map((one) => stroke(game, one, place, unit)),
    ...piece.labels.map((one) => label(one, place, Math.max(6, unit * 0.28))),
  ];
}

/** The board: cells, then pieces, then what is made of several places. */
function board(game: Game, view: View, box: Box, left: number, top: number, width: number, height: number): string[] {
  const { unit, place } = fit(box, left, top, width, height, 48);
  const on = new Map(view.pieces.map((piece) => [piece.place, piece]));
  const open = new Set(view.marks.filter((mark) => mark.name === "open").map((mark) => mark.place));
  const out: string[] = [];
  // Empty places lie under everything; a piece is drawn with its place, since places may overlap.
  const order = [...view.cells].sort((one, other) => Number(on.has(one.place)) - Number(on.has(other.place)));
  for (const cell of order) {
    const piece = on.get(cell.place);
    const down = piece !== undefined && piece.piece === undefined;
    const empty = open.has(cell.place) ? "#d9ead2" : "#ece7dc";
    const fill = piece === undefined ? empty : down ? BACK : TILE;
    const edge = piece === undefined ? "#c9c2b2" : "#f4f0e6";
    out.push(`<path d="${path(cell.polygon, place, true)}" fill="${fill}" stroke="${edge}" stroke-width="1"/>`);
    if (piece !== undefined) out.push(...draw(game, piece, place, unit));
  }
  for (const feature of view.features.filter((one) => one.items.length > 1)) {
    for (const line of feature.polylines) {
      const style = `fill="none" stroke="#fff" stroke-opacity="0.85" stroke-width="${(unit * 0.06).toFixed(1)}"`;
      out.push(`<path d="${path(line, place, feature.closed)}" ${style}/>`);
    }
  }
  return out;
}

/** What lies beside the board: the hand of the viewer, and the top of each open pile. */
function rack(game: Game, view: View, seat: number, left: number, top: number, width: number): string[] {
  const loose = view.pieces.filter((piece) => piece.place === undefined && piece.piece !== undefined);
  const shown = view.zones.flatMap((zone, index) => {
    const here = loose.filter((piece) => piece.zone === index);
    return zone.seat === undefined ? here.slice(-1) : zone.seat === seat ? here : [];
  });
  const slot = Math.min(SLOT, width / Math.max(1, shown.length));
  return shown.flatMap((piece, index) => {
    const points = [...piece.strokes.flatMap((one) => one.points), ...piece.labels.map((one) => one.centre)];
    const reach = Math.max(...points.flatMap(([x, y]) => [Math.abs(x), Math.abs(y)]), 0.1);
    const box = { minX: -reach, minY: -reach, maxX: reach, maxY: reach };
    const x = left + index * slot;
    const { unit, place } = fit(box, x + 4, top + 4, slot - 8, slot - 8, 48);
    const back = `<rect x="${x + 1}" y="${top + 1}" width="${slot - 2}" height="${slot - 2}" rx="6" fill="${TILE}"/>`;
    return [back, ...draw(game, piece, place, unit)];
  });
}

async function panel(client: Client, game: Game, left: number, top: number): Promise<string[]> {
  const position = await played(client, game);
  const { info } = position;
  const seat = info.turn ?? 0;
  const view = await client.view(position, { seat, geometry: true });
  const { width, height, head, foot, margin } = PANEL;
  const [x, inner] = [left + margin, width - 2 * margin];
  const state = info.over ? info.end : `seat ${seat} to move`;
  const piles = view.zones.filter((zone) => zone.seat !== seat && zone.size > 0 && zone.name !== "board");
  const beside = piles.map(
    (zone) => `${zone.name}${zone.seat === undefined ? "" : ` of seat ${zone.seat}`}: ${zone.size}`,
  );
  return [
    `<rect x="${left + 4}" y="${top + 4}" width="${width - 8}" height="${height - 8}" rx="10" fill="#fbf9f4" stroke="#ddd6c6"/>`,
    text(x, top + 32, 18, game.title, 'font-weight="bold"'),
    text(
      left + width - margin,
      top + 32,
      13,
      `${info.ply} moves, ${state}, points ${info.totals.join(" : ")}`,
      'text-anchor="end"',
    ),
    ...(view.box ? board(game, view, view.box, x, top + head, inner, height - head - foot) : []),
    ...rack(game, view, seat, x, top + height - foot + 6, inner),
    text(x, top + height - 16, 12, beside.join(", ")),
  ];
}

/** Some moves into a game, each as a weak player would choose it. */
async function played(client: Client, game: Game): Promise<Position> {
  let { position } = await client.deal(game.slug, { seed: 7 });
  while (!position.info.over && position.info.ply < Number(plies)) {
    const { move } = await client.suggest(position, { level: 2, seed: position.info.ply });
    ({ position } = await client.apply(position, move));
  }
  return position;
}

const client = connect(address);
await client.waitReady();
const games = await client.games();
const rows = Math.ceil(games.length / 2);
const parts: string[] = [];
for (const [index, game] of games.entries()) {
  parts.push(...(await panel(client, game, (index % 2) * PANEL.width, Math.floor(index / 2) * PANEL.height)));
}
client.close();
const size = `width="${2 * PANEL.width}" height="${rows * PANEL.height}"`;
const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${size} font-family="sans-serif">\n${parts.join("\n")}\n</svg>\n`;
await writeFile(file, svg);
console.log(`${file}: ${games.map((game) => game.title).join(", ")}`);
