// The page of a seat: shows the last snapshot (its contents are documented in live_page.py), and
// sends the player's actions.

import { Board } from "./board.js";
import { Caller, PROGRAM } from "./calling.js";
import { connect } from "./channel.js";
import { dragging } from "./dragging.js";
import { fieldForm, refresh } from "./fields.js";
import { gliding } from "./moving.js";
import { ask, button, choiceGroup, offeredButton, qrCode, roomCode, seatToken } from "./parts.js";
import { Playing } from "./playing.js";
import { changed, findReaders, follow, forgetReaders, keepingFocus, keyed, redraw, showEnds } from "./regions.js";
import { settle, settling } from "./settling.js";
import { drawnLines, element, fill, fillArea, folded, quote, setOnce } from "./table.js";
import { drawSteps, stepBy } from "./steps.js";

const VERSION = 2;
const TABLES = ["table", "end", "replay"];
const ROLES = { strip: "strip", discards: "discards", drawn: "own", own: "own" };
const WITHOUT_AREAS = { table: "busy", end: "ask", replay: "ask" }; // before anything is dealt
const GONE = ["left", "finished"];
const MOST_LINES = 400;
const SHOWN = "p, button, li, figure, svg, strong";
const { words, noteLength, keys: { note, order, capitals } } = JSON.parse(document.querySelector("#words").textContent);
const at = Object.fromEntries([...document.querySelectorAll("[id]")].map((each) => [each.id, each]));
let snapshot = { n: 0, page: {} };
let state = "connecting";

const channel = connect({ onSnapshot: take, onState: turn });
const caller = new Caller(at, words);
const playing = new Playing(words, order, send, showChosen);

function send(done) {
  return state === "open" && channel.send({ v: VERSION, n: snapshot.n, ...done });
}

const isTable = (page) => TABLES.includes(page.kind) && Boolean(page.areas);
const press = (what) => send({ do: "press", what });
const board = new Board(at.board, words, press);

// -- snapshots from the program

function take(next) {
  if (next.lang !== document.documentElement.lang) return location.reload(); // for the page's own words
  findReaders();
  gliding(() => settling(() => {
    draw(next);
    showEnds();
  }));
  return undefined;
}

// Measures nothing: each measurement between changes would lay out the page once more.

function draw(next) {
  const isOther = next.page.kind !== snapshot.page.kind;
  if (isOther && snapshot.page.kind === "table") settle(document.body);
  const wasTable = isTable(snapshot.page);
  snapshot = next;
  const { page } = snapshot;
  document.body.dataset.kind = TABLES.includes(page.kind) && !isTable(page) ? WITHOUT_AREAS[page.kind] : page.kind;
  document.documentElement.dataset.shows = document.body.dataset.kind;
  document.body.classList.toggle("at-table", isTable(page));
  quote(page.quoted);
  showHeading();
  if (isOther || isTable(page) !== wasTable) arrange(page);
  if (page.kind === "board") {
    board.take(page);
    return showDialog(page);
  }
  playing.take(page);
  showAreas(page);
  showSince(page);
  announce(page, isOther);
  showText(page);
  showSide(page);
  showChosen();
  showDialog(page);
  for (const each of [at.left, at.main, at.dock]) mark(each, "unused", !isTable(page) && !each.querySelector(SHOWN));
  if (isOther) beginTyping(page.kind);
  return undefined;
}

// Whether it has an attribute, for the styles: `:has()` would look at all that is put into the page.
function mark(region, name, is) {
  if ((region.dataset[name] !== undefined) === Boolean(is)) return;
  if (is) region.dataset[name] = "";
  else delete region.dataset[name];
}

// The tabulator stops at what may scroll and has nothing to touch.
function stop(region, is) {
  if (is) region.tabIndex = 0;
  else region.removeAttribute("tabindex");
}

// Whose turn it is: not without a connection, as nobody knows it then.
function showHeading() {
  const { page } = snapshot;
  const isCurrent = state === "open";
  document.body.classList.toggle("called", Boolean(page.turn) && isCurrent);
  if (page.title === undefined) return;
  const title = page.turn && !isCurrent ? PROGRAM : page.title;
  fill(at.heading, (isCurrent ? page.heading : undefined) ?? title);
  if (isCurrent) caller.take(page);
  else caller.rest();
}

const BESIDE = {
  table: ["discards", "log", "talk", "fields", "look", "levels", "buttons"],
  lobby: ["codes", "buttons", "talk", "fields", "log", "levels", "look"],
  end: ["discards", "log", "talk", "fields", "levels", "buttons"],
  ask: ["choices", "buttons", "fields", "talk", "log", "levels", "look", "ways"],
};

// Orders the regions beside or below. Moved regions lose their scroll position.
function arrange(page) {
  const order = BESIDE[page.kind] ?? BESIDE[isTable(page) ? "table" : "ask"];
  at.act.append(...(page.kind === "end" ? [at.mains, at.steps, at.look] : [at.steps, at.moves, at.mains]));
  stop(at.lines, page.kind === "replay");
  at.main.append(at.codes); // beside the seats in a lobby
  at.side.append(...order.map((name) => at[name]));
  at.side.popover = null; // shuts it: what it lies over is another scene now
  at.side.popover = isTable(page) ? "auto" : null;
  forgetReaders();
  scrollTo(0, 0);
}

// Not where that would open an on-screen keyboard.
function beginTyping(kind) {
  if (kind === "ask" && matchMedia("(pointer: fine)").matches) document.querySelector("#fields input")?.focus({ preventScroll: true });
}

function turn(next) {
  state = next;
  if (state !== "open") snapshot = { ...snapshot, n: 0 }; // the program may be another one afterwards
  document.body.dataset.state = state;
  showHeading();
  if (GONE.includes(state)) leave();
  const sentence = words[state];
  at.state.replaceChildren(...(sentence ? [element("span", "", sentence)] : []));
  const back = { elsewhere: words.here, refused: words.again, left: words["come back"] }[state];
  if (back !== undefined) at.state.append(button(back, "again", () => channel.again()));
  if (state === "other-version") at.state.append(button(words.again, "again", () => location.reload()));
}

// Nothing of the table stays below the sentence that it was left.
function leave() {
  at.dialog.close();
  at.note.close();
  for (const each of [at.turned, at.shown, at.events]) each.replaceChildren();
  caller.rest();
}

function showText(page) {
  redraw(at.lines, [page.lines ?? [], page.folded], () => textLines(page));
  redraw(at.codes, page.codes ?? [], () => (page.codes ?? []).map((code) => qrCode(code, press)));
  redraw(at.room, page.room_code ?? "", () => (page.room_code ? roomCode(page.room_code, words["room code"]) : []));
  redraw(at.seats, page.seats ?? [], () => (page.seats ?? []).map((seat) => seatToken(seat, press)));
  drawSteps(at.steps, at.look, page, words, (moment) => send({ do: "look", at: moment }));
}

// Long warnings stay open if they were.
function textLines({ lines, folded: summary }) {
  if (!summary) return drawnLines(lines);
  const [strong, others] = [true, false].map((is) => (lines ?? []).filter((line) => Boolean(line.strong) === is));
  const warnings = folded(summary, drawnLines(strong));
  warnings.open = at.lines.querySelector("details")?.open ?? false;
  return [warnings, ...drawnLines(others)];
}

// -- the table

const rolesOf = (areas) => [...new Set(areas.map((area) => area.role))].join(" ");

// The styles read `data-has`: with `:has()` each move would style all that is around a card again.
function showAreas(page) {
  const areas = page.areas ?? [];
  document.body.dataset.has = rolesOf(areas);
  const touched = playing.touchable;
  const regionOf = (area) => ROLES[area.role] ?? "areas";
  for (const name of ["strip", "areas", "discards", "own"]) {
    const [parent, shown] = [at[name], areas.filter((area) => regionOf(area) === name)];
    parent.dataset.count = shown.length;
    parent.dataset.has = rolesOf(shown);
    if (name === "areas") {
      document.body.dataset.areas = shown.length;
      reserveRows(shown.length);
    }
    const keyOf = (area, number) => area.key ?? number;
    const sections = keyed(parent, shown, keyOf, () => element("section", "area"));
    sections.forEach((section, number) => showArea(section, shown[number], page, touched));
  }
  const isRead = areas.length > 0 && page.kind !== "end" && !at.areas.querySelector("button");
  if (isRead !== at.areas.hasAttribute("tabindex")) stop(at.areas, isRead);
}

// In one column, and in two, of which the last area may fill both: `felt.css` says how high a row is at least.
function reserveRows(count) {
  setOnce(document.body, "--rows", count);
  setOnce(document.body, "--rows-of-two", Math.floor(count / 2) + 1);
}

function showArea(section, area, page, touched) {
  const touchable = (area.cards ?? []).map((card) => card.card).filter((card) => touched.has(card));
  if (!changed(section, [area, touchable, page.game, page.sorts])) return;
  section.dataset.area = area.key ?? "";
  const touch = (card) => {
    const made = element(touched.has(card.card) ? "button" : "div", "face");
    if (card.card !== undefined) made.dataset.card = card.card;
    if (made.tagName === "BUTTON") {
      made.type = "button";
      made.dataset.key = `card ${card.card}`;
      made.tabIndex = card.card === touchable[0] ? 0 : -1;
    }
    return made;
  };
  const tells = ({ card }) => [touched.has(card), card === touchable[0], page.game];
  keepingFocus(section, () => fillArea(section, area, { words, prefix: `${page.game ?? ""}-`, touch, tells, opens: openArea }));
  stopOnce([...section.querySelectorAll("button.face")]);
  section.classList.toggle("backs", Boolean(area.cards?.length) && area.cards.every((card) => !card.front));
}

function openArea(key) {
  if (getComputedStyle(at["open-side"]).display !== "none") at.side.showPopover();
  document.querySelector(`#side [data-area="${key}"]`)?.scrollIntoView({ block: "nearest" });
}

function showSince(page) {
  const since = page.since ?? [];
  redraw(at.since, since, () => {
    const [title, list] = [element("h2", "", words.since), element("ol")];
    title.id = "since-title";
    list.tabIndex = 0; // it may scroll
    list.append(...since.map((each) => element("li", each.mine ? "mine" : "", each.words, each.spoken)));
    return since.length ? [title, list] : [];
  });
}

// What a screen reader announces by itself, the most important first: one's turn or the end, what
// answers the player, what has happened, what is awaited, what is said.
let lastLine = [];
let wasTurn = false;
let lastShown = "";

// All that is said there stands on the page too: whoever reads the page later reads it once.
const SAID_MS = 5000;
const hushing = new Map();

function say(region, text) {
  fill(region, text);
  hush(region);
}

function hush(region) {
  clearTimeout(hushing.get(region));
  hushing.set(region, setTimeout(() => region.replaceChildren(), SAID_MS));
}

function announce(page, isOther) {
  const isTurn = Boolean(page.turn);
  const isEnd = page.kind === "end";
  if (isTurn !== wasTurn || isOther) say(at.turned, isTurn || isEnd ? page.heading ?? "" : "");
  wasTurn = isTurn;
  if (page.messages?.[0]?.strong) showMessages(page);
  showEvents(page, isOther);
  showMessages(page);
}

function showMessages(page) {
  redraw(at.messages, page.messages ?? [], () => drawnLines(page.messages));
  mark(at.act, "says", page.messages?.length);
}

function showEvents(page, isOther) {
  const lines = (page.log ?? []).map((line) => line.spoken ?? line.text);
  const from = lastLine.length ? lines.lastIndexOf(lastLine[0]) + 1 : 0;
  if (isOther) at.events.replaceChildren();
  else if (from > 0 || !lastLine.length) at.events.append(...lines.slice(from).map((line) => element("p", "", line)));
  while (at.events.children.length > 10) at.events.firstChild.remove();
  if (at.events.firstChild) hush(at.events);
  lastLine = lines.slice(-1);
}

// Draws what depends on the choice: marks on the cards, and the panel of moves.
function showChosen() {
  const { chosen, marked } = playing;
  for (const card of document.querySelectorAll(".face[data-card]")) {
    const number = Number(card.dataset.card);
    const [isPressed, isMeant] = [String(chosen.includes(number)), marked.includes(number)];
    if (card.tagName === "BUTTON" && card.ariaPressed !== isPressed) card.ariaPressed = isPressed;
    if (card.classList.contains("meant") !== isMeant) card.classList.toggle("meant", isMeant);
  }
  redraw(at.moves, playing.state, () => playing.panel(writeNote));
  mark(at.act, "tells", ["preview", "about"].includes(at.moves.firstChild?.className.split(" ")[0]));
  if (lastShown !== playing.spoken) say(at.shown, playing.spoken);
  lastShown = playing.spoken;
  showNarrowings();
}

function cardButtons() {
  return [...document.querySelectorAll("button.face")];
}

// The tabulator stops at one of the cards, arrows lead to the others.
function stopOnce(cards, at = cards.find((each) => each.tabIndex === 0) ?? cards[0]) {
  for (const each of cards) {
    const wanted = each === at ? 0 : -1;
    if (each.tabIndex !== wanted) each.tabIndex = wanted;
  }
}

function goTo(card) {
  stopOnce([...card.closest("ol").querySelectorAll("button.face")], card);
  card.focus({ preventScroll: true });
  if (!document.body.classList.contains("at-table")) card.scrollIntoView({ block: "nearest" });
}

// The next touchable card to that side, or in the previous or next area.
function neighbour(card, key) {
  if (key === "ArrowLeft" || key === "ArrowRight") {
    const row = [...card.closest("ol").querySelectorAll("button.face")];
    return row[row.indexOf(card) + (key === "ArrowRight" ? 1 : -1)];
  }
  const rows = [...new Set(cardButtons().map((each) => each.closest("ol")))];
  const next = rows[rows.indexOf(card.closest("ol")) + (key === "ArrowDown" ? 1 : -1)];
  return next?.querySelector('button.face[tabindex="0"]') ?? next?.querySelector("button.face");
}

function walk(event) {
  const card = event.target.closest("button.face");
  if (!card || !event.key.startsWith("Arrow")) return;
  event.preventDefault();
  const isSide = event.key === "ArrowLeft" || event.key === "ArrowRight";
  if (event.shiftKey && isSide) playing.order(Number(card.dataset.card), event.key === "ArrowRight" ? 1 : -1);
  else {
    const next = neighbour(card, event.key);
    if (next) goTo(next);
  }
}

document.addEventListener("click", (event) => {
  const card = event.target.closest?.("button.face");
  if (card) playing.touch(Number(card.dataset.card), event.detail === 0);
});
document.addEventListener("keydown", (event) => {
  if (event.repeat && event.key === "Enter") event.preventDefault(); // a held key plays nothing
  else if (event.key === "Escape" && !document.querySelector("dialog[open]")) playing.takeBack();
  else if (!stepBy(event) && !typeKey(event)) walk(event);
});

// The letters are those of the terminal: of moves, and of buttons.
function typeKey(event) {
  const isElsewhere = event.ctrlKey || event.altKey || event.metaKey || event.target.closest("input, select, textarea, dialog");
  const isPressing = event.key === "Enter" && event.target.closest("button, summary");
  if (isElsewhere || isPressing || !TABLES.includes(snapshot.page.kind)) return false;
  if (playing.type(event.key)) {
    event.preventDefault();
    return true;
  }
  const { buttons = [], keys = [], levels = [], has_notes: hasNotes } = snapshot.page;
  const key = capitals.includes(event.key) ? event.key : event.key.toLowerCase();
  const found = [...buttons, ...keys, ...levels].find((each) => each.key === key && !each.why_not);
  const card = playing.chosen[0] ?? document.activeElement.dataset.card;
  const isGoingOn = found?.main && snapshot.page.kind === "end";
  if (found?.does === "log") reveal(at.log);
  else if (isGoingOn) at.mains.querySelector(".main").focus(); // a letter alone leaves no table: Enter presses it
  else if (found) press(found.does);
  else if (key === note && hasNotes && card !== undefined) writeNote(Number(card));
  else return false;
  event.preventDefault(); // of the key that opens a field, which would be typed there
  return true;
}

function reveal(section) {
  if (getComputedStyle(at["open-side"]).display !== "none") at.side.showPopover();
  section.querySelector(".entries")?.focus();
}

dragging(at.own, {
  cardsOf: () => snapshot.page.sorts ?? [],
  targetsOf: (card) => playing.targets(card),
  sort: (cards) => send({ do: "sort", cards }),
  drop: (card, onto) => playing.drop(card, onto),
});

// -- beside the table

function showSide(page) {
  const levels = page.levels ?? [];
  redraw(at.levels, levels, () => levels.map((each) => offeredButton(each, press)));
  // at a table, the most likely buttons are within reach of the thumb
  const atThumb = (each) => page.kind === "end" || (each.main && [...TABLES, "lobby"].includes(page.kind));
  const [mains, others] = [true, false].map((isThere) => (page.buttons ?? []).filter((each) => Boolean(atThumb(each)) === isThere));
  const isWay = (each) => page.kind === "ask" && each.quiet && !page.choices?.length; // away from a question
  const [ways, answers] = [true, false].map((isThere) => others.filter((each) => Boolean(isWay(each)) === isThere));
  for (const [region, shown] of [[at.mains, mains], [at.buttons, answers], [at.ways, ways]]) {
    redraw(region, shown, () => shown.map((each) => offeredButton(each, press)));
  }
  redraw(at.choices, page.choices ?? [], () => (page.choices ?? []).map((each, number) => choiceGroup(each, number, press)));
  showFields(page.fields ?? []);
  showLines(at.log, words.log, page.log ?? [], "group");
  showLines(at.talk, words.talk, page.talk ?? [], "");
}

function showFields(fields) {
  const { heading } = snapshot.page;
  const forms = keyed(at.fields, fields, (field) => JSON.stringify(field), (field) => fieldForm(field, send, heading));
  forms.forEach((form, number) => refresh(form, fields[number]));
}

// An empty list stays at a table, where a filter may have emptied it, and goes with the table.
function showLines(section, title, lines, role) {
  if (!lines.length && !isTable(snapshot.page)) section.replaceChildren();
  section.hidden = !lines.length && !section.firstChild;
  if (section.hidden) return;
  if (!section.firstChild) {
    const list = element("div", "entries");
    if (role) list.setAttribute("role", role);
    else list.setAttribute("aria-live", "polite");
    list.setAttribute("aria-label", title);
    list.tabIndex = 0;
    section.append(element("h2", "", title), list);
  }
  follow(section.lastChild, lines.slice(-MOST_LINES), (line) => drawnLines([line])[0]);
}

// Filters of the log: by player, or by the touched card.
function showNarrowings() {
  const { narrowings = [], narrows_to_card: aboutCard } = snapshot.page;
  const [card] = playing.chosen;
  const does = `log card ${card}`;
  const isNew = aboutCard && card !== undefined && narrowings.every((each) => each.does !== does);
  const offered = [...narrowings, ...(isNew ? [{ does, words: aboutCard }] : [])];
  if (!narrowings.length) at.log.querySelector("select")?.remove();
  if (at.log.hidden || !narrowings.length) return;
  const select = at.log.querySelector("select") ?? narrowing();
  redraw(select, offered.map(({ does, words: label }) => [does, label]), () => offered.map((each) => new Option(each.words, each.does)));
  select.value = offered.find((each) => each.on)?.does;
}

function narrowing() {
  const select = element("select");
  select.setAttribute("aria-label", words.narrow);
  select.dataset.key = "narrow";
  select.addEventListener("change", () => press(select.value));
  at.log.firstChild.after(select);
  return select;
}

// -- dialogs

const typeIn = (field) => fieldForm(field, send);

function showDialog(page) {
  const { dialog } = page;
  if (!dialog) {
    if (at.dialog.open && page.kind === "end") settle(document.body); // a second tap on the last result presses nothing below
    return at.dialog.close();
  }
  redraw(at.dialog, dialog, () => ask(at.dialog, dialog, { press, field: typeIn }));
  at.dialog.querySelectorAll("form").forEach((form) => refresh(form, dialog.field));
  if (!at.dialog.open) {
    at.dialog.showModal();
    at.dialog.scrollTop = 0; // what has the focus may be below a long text
  }
  return undefined;
}

at.dialog.addEventListener("cancel", (event) => {
  event.preventDefault();
  const offered = snapshot.page.dialog?.buttons ?? [];
  if (offered.some((each) => each.does === "close")) press("close");
});

function writeNote(card) {
  const drawn = (snapshot.page.areas ?? []).flatMap((area) => area.cards ?? []).find((each) => each.card === card);
  const field = { name: "note", label: words["note on"], button: words.keep, value: drawn?.note ?? "", max_length: noteLength };
  const keep = ({ text }) => {
    send({ do: "note", card, text });
    at.note.close();
  };
  at.note.setAttribute("aria-label", words.note);
  at.note.replaceChildren(fieldForm(field, keep), button(words.cancel, "cancel", () => at.note.close()));
  at.note.showModal();
}

for (const [region, name] of [["moves", "moves"], ["levels", "levels"], ["buttons", "buttons"], ["mains", "buttons"], ["ways", "buttons"], ["steps", "steps"]]) {
  at[region].setAttribute("aria-label", words[name]);
}
at.table.textContent = words.table;
for (const each of [at.side, at["open-side"]]) each.setAttribute("aria-label", words.side);
at["open-side"].title = words.side;
at.dock.setAttribute("aria-label", words["own hand"]);
turn(state);
