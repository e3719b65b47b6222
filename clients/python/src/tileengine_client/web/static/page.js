// The page: shows what the site says of a match, and turns clicks into moves. It knows no game: which places and pieces
// can be clicked is in the list of legal moves, what they look like in the picture.

const by = (id) => document.getElementById(id);
const wanted = new URLSearchParams(location.search);

let games = [];
let table = "";
let state = null;
let chosen = null; // number of the piece that was clicked beside the board

async function ask(path, body) {
  const options = body === undefined ? {} : {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  };
  const response = await fetch(path, options);
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.paragraph ? `${answer.error} (rule ${answer.paragraph})` : answer.error);
  return answer;
}

// Runs what a click asks for, and shows why it failed if it did.
async function attempt(work) {
  by("error").textContent = "";
  try {
    await work();
  } catch (failure) {
    by("error").textContent = failure.message;
  }
}

function fill(select, options, value) {
  select.replaceChildren(...options.map(([name, text]) => new Option(text, name)));
  if (value !== null && value !== undefined) select.value = value;
}

function describeGame() {
  const game = games.find((one) => one.slug === by("game").value);
  const [low, high, usual] = game.seats;
  fill(by("preset"), [["", "usual"], ...game.presets.map((one) => [one.name, one.name])], "");
  fill(by("seats"), Array.from({ length: high - low + 1 }, (_, n) => [low + n, low + n]), usual);
}

async function begin() {
  const asked = {
    game: by("game").value,
    preset: by("preset").value,
    seats: Number(by("seats").value),
    level: Number(by("level").value),
  };
  table = (await ask("tables", asked)).table;
  state = null;
  chosen = null;
  follow(table);
}

// Asks for the state again and again, each time until something has happened; ends when another table is opened.
async function follow(mine) {
  let event = 0;
  while (mine === table) {
    try {
      const found = await ask(`tables/${mine}?after=${event}`);
      if (mine !== table) return;
      if (found.event !== event) show(found);
      event = found.event;
      if (found.over) return;
    } catch (failure) {
      if (mine !== table) return;
      by("error").textContent = failure.message;
      await new Promise((done) => setTimeout(done, 2000));
    }
  }
}

function show(found) {
  state = found;
  by("board").innerHTML = found.board;
  by("status").textContent = found.over ? `The game is over (${found.end}).`
    : found.mine ? "Your turn." : `${found.seats[found.turn].name} is thinking …`;
  by("scores").replaceChildren(...found.seats.map((seat, index) => {
    const line = document.createElement("li");
    line.className = found.turn === index ? "turn" : "";
    const outcome = found.outcomes[index] ? ` – ${found.outcomes[index]}` : "";
    line.append(`${seat.name}${outcome}`, Object.assign(document.createElement("b"), { textContent: seat.total }));
    return line;
  }));
  by("log").replaceChildren(...found.log.map((text) => Object.assign(document.createElement("li"), { textContent: text })));
  by("log").scrollTop = by("log").scrollHeight;
  by("hint").disabled = !found.mine;
  by("undo").disabled = !found.undo;
  if (!found.moves.some(([, piece]) => piece === chosen)) chosen = null;
  offer(found.others);
  mark();
}

function mark() {
  const moves = state.moves.filter(([, piece]) => chosen === null || piece === chosen);
  const places = new Set(moves.map(([place]) => place));
  for (const shape of by("board").querySelectorAll(".place")) {
    shape.classList.toggle("can", places.has(Number(shape.dataset.place)));
  }
  for (const shape of by("board").querySelectorAll(".piece")) {
    shape.classList.toggle("chosen", Number(shape.dataset.piece) === chosen);
  }
}

// Buttons for moves: a picture where there is one, and the text.
function offer(moves) {
  by("choices").replaceChildren(...moves.map((move) => {
    const button = document.createElement("button");
    button.innerHTML = move.picture ?? "";
    button.append(move.text);
    button.addEventListener("click", () => attempt(() => play(move.action)));
    return button;
  }));
}

async function play(action) {
  await ask(`tables/${table}/moves`, { action, ply: state.ply });
}

async function choose(place) {
  const piece = chosen === null ? "" : `&piece=${chosen}`;
  const found = await ask(`tables/${table}/candidates?place=${place}${piece}`);
  if (found.length === 1) await play(found[0].action);
  else offer([...found, ...state.others]);
}

by("board").addEventListener("click", (event) => {
  const { place, piece } = event.target.dataset ?? {};
  if (state === null || !state.mine) return;
  if (piece !== undefined) {
    chosen = chosen === Number(piece) || !state.moves.some((move) => move[1] === Number(piece)) ? null : Number(piece);
    offer(state.others);
    mark();
  } else if (place !== undefined && event.target.classList.contains("can")) {
    attempt(() => choose(Number(place)));
  }
});

by("hint").addEventListener("click", () => attempt(async () => {
  const found = await ask(`tables/${table}/hint`);
  by("status").textContent = `The engine would play ${found.text}.`;
  by("board").querySelector(`.place[data-place="${found.place}"]`)?.classList.add("hinted");
}));

by("undo").addEventListener("click", () => attempt(() => ask(`tables/${table}/undo`, {})));
by("game").addEventListener("change", describeGame);
by("new").addEventListener("submit", (event) => {
  event.preventDefault();
  attempt(begin);
});

attempt(async () => {
  games = await ask("games");
  fill(by("game"), games.map((game) => [game.slug, game.title]), wanted.get("game"));
  describeGame();
  if (wanted.has("level")) by("level").value = wanted.get("level");
  await begin();
});
