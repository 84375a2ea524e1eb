// The page of a seat: shows the last snapshot (its contents are documented in live_page.py), and
// sends the player's actions.

import { Board } from "./board.js";
import { Caller } from "./calling.js";
import { connect } from "./channel.js";
import { dragging } from "./dragging.js";
import { fieldForm, refresh } from "./fields.js";
import { gliding } from "./moving.js";
import { ask, button, choiceGroup, offeredButton, qrCode, roomCode, seatToken } from "./parts.js";
import { Playing } from "./playing.js";
import { changed, follow, keepingFocus, keyed, redraw } from "./regions.js";
import { drawnLines, element, fill, fillArea, quote } from "./table.js";
import { drawSteps, stepBy } from "./steps.js";

const VERSION = 1;
const TABLES = ["table", "end", "replay"];
const GONE = ["left", "finished"];
const MOST_LINES = 400;
const { words, noteLength } = JSON.parse(document.querySelector("#words").textContent);
const at = Object.fromEntries([...document.querySelectorAll("[id]")].map((each) => [each.id, each]));
let snapshot = { n: 0, page: {} };
let state = "connecting";

const channel = connect({ onSnapshot: take, onState: turn });
const caller = new Caller(at.call, at.icon, words);
const playing = new Playing(words, send, showChosen);

function send(done) {
  return state === "open" && channel.send({ v: VERSION, n: snapshot.n, ...done });
}

const press = (what) => send({ do: "press", what });
const board = new Board(at.board, words, press);

// -- snapshots from the program

function take(next) {
  if (next.lang !== document.documentElement.lang) return location.reload(); // for the page's own words
  const isOther = next.page.kind !== snapshot.page.kind;
  snapshot = next;
  const { page } = snapshot;
  document.body.dataset.kind = page.kind;
  document.body.classList.toggle("called", Boolean(page.turn));
  quote(page.quoted);
  fill(at.heading, page.heading ?? page.title);
  if (isOther) arrange(page.kind);
  if (page.kind === "board") {
    gliding(() => board.take(page));
    return showDialog(page);
  }
  playing.take(page);
  gliding(() => showAreas(page));
  showText(page);
  showSide(page);
  showChosen();
  showDialog(page);
  caller.take(page);
  if (isOther) beginTyping(page.kind);
  return undefined;
}

const BESIDE = {
  table: ["look", "levels", "log", "talk", "fields", "buttons"],
  lobby: ["codes", "buttons", "talk", "fields", "log", "levels", "look"],
  ask: ["choices", "fields", "buttons", "talk", "log", "levels", "look"],
};

// Orders the regions beside or below. Moved regions lose their scroll position, so it is reset.
function arrange(kind) {
  const order = BESIDE[TABLES.includes(kind) ? "table" : kind] ?? BESIDE.ask;
  at.main.append(at.codes); // beside the seats in a lobby
  at.side.append(...order.map((name) => at[name]));
  for (const list of document.querySelectorAll(".said")) list.scrollTop = list.scrollHeight;
  scrollTo(0, 0);
}

// Not where that would open an on-screen keyboard.
function beginTyping(kind) {
  if (kind === "ask" && matchMedia("(pointer: fine)").matches) document.querySelector("#fields input")?.focus({ preventScroll: true });
}

function turn(next) {
  state = next;
  document.body.dataset.state = state;
  if (GONE.includes(state)) leave();
  const said = words[state];
  at.state.replaceChildren(...(said ? [element("span", "", said)] : []));
  const back = { elsewhere: words.here, refused: words.again, left: words["come back"] }[state];
  if (back !== undefined) at.state.append(button(back, "again", () => channel.again()));
  if (state === "other-version") at.state.append(button(words.again, "again", () => location.reload()));
}

// Nothing of the table stays below the sentence that it was left.
function leave() {
  at.dialog.close();
  at.note.close();
  caller.rest();
}

function showText(page) {
  redraw(at.lines, page.lines ?? [], () => drawnLines(page.lines));
  redraw(at.codes, page.codes ?? [], () => (page.codes ?? []).map((code) => qrCode(code, press)));
  redraw(at.room, page.room_code ?? "", () => (page.room_code ? roomCode(page.room_code, words["room code"]) : []));
  redraw(at.seats, page.seats ?? [], () => (page.seats ?? []).map((seat) => seatToken(seat, press)));
  redraw(at.says, page.says ?? [], () => drawnLines(page.says));
  drawSteps(at.steps, at.look, page, words, (moment) => send({ do: "look", at: moment }));
}

// -- the table

function showAreas(page) {
  const areas = page.areas ?? [];
  const touched = playing.touchable;
  const hand = page.kind === "end" ? undefined : areas.findLast((area) => area.own);
  for (const [parent, shown] of [[at.areas, areas.filter((area) => area !== hand)], [at.own, hand ? [hand] : []]]) {
    const keyOf = (area, number) => area.key ?? number;
    const sections = keyed(parent, shown, keyOf, () => element("section", "area"));
    sections.forEach((section, number) => showArea(section, shown[number], page, touched));
  }
}

function showArea(section, area, page, touched) {
  const touchable = (area.cards ?? []).map((card) => card.card).filter((card) => touched.has(card));
  if (!changed(section, [area, touchable, page.game, page.sorts])) return;
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
  keepingFocus(section, () => fillArea(section, area, { words, prefix: `${page.game ?? ""}-`, touch }));
  section.classList.toggle("many", (area.cards?.length ?? 0) > 5);
  section.classList.toggle("none", !area.cards?.length);
  section.classList.toggle("backs", Boolean(area.cards?.length) && area.cards.every((card) => !card.front));
  section.classList.toggle("still", !area.shared && !touchable.length);
  section.style.setProperty("--half", Math.ceil((area.cards?.length ?? 0) / 2));
}

// Draws what depends on the choice: marks on the cards, and the panel of moves.
function showChosen() {
  const { chosen, marked } = playing;
  for (const card of document.querySelectorAll("button.face")) {
    const number = Number(card.dataset.card);
    card.setAttribute("aria-pressed", String(chosen.includes(number)));
    card.classList.toggle("meant", marked.includes(number));
  }
  redraw(at.moves, playing.state, () => playing.panel(writeNote));
  showNarrowings();
}

function cardButtons() {
  return [...document.querySelectorAll("button.face")];
}

function goTo(card) {
  for (const each of card.closest("ol").querySelectorAll("button.face")) each.tabIndex = each === card ? 0 : -1;
  card.focus();
  card.scrollIntoView({ block: "nearest" });
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
  if (card) playing.touch(Number(card.dataset.card));
});
document.addEventListener("keydown", (event) => {
  if (event.repeat && event.key === "Enter") event.preventDefault(); // a held key plays nothing
  else if (event.key === "Escape" && !document.querySelector("dialog[open]")) playing.takeBack();
  else if (!stepBy(event)) walk(event);
});
dragging(at.own, () => snapshot.page.sorts ?? [], (cards) => send({ do: "sort", cards }));

// -- beside the table

function showSide(page) {
  const levels = page.levels ?? [];
  redraw(at.levels, levels, () => levels.map((each) => offeredButton(each, press)));
  // at a table, the most likely buttons are within reach of the thumb
  const atThumb = (each) => page.kind === "end" || (each.main && [...TABLES, "lobby"].includes(page.kind));
  const [mains, others] = [true, false].map((isThere) => (page.buttons ?? []).filter((each) => Boolean(atThumb(each)) === isThere));
  redraw(at.mains, mains, () => mains.map((each) => offeredButton(each, press)));
  redraw(at.buttons, others, () => others.map((each) => offeredButton(each, press)));
  redraw(at.choices, page.choices ?? [], () => (page.choices ?? []).map((each, number) => choiceGroup(each, number, press)));
  showFields(page.fields ?? []);
  showLines(at.log, words.log, page.log ?? [], "log");
  showLines(at.talk, words.talk, page.talk ?? [], "");
}

function showFields(fields) {
  const forms = keyed(at.fields, fields, (field) => JSON.stringify(field), (field) => fieldForm(field, send));
  forms.forEach((form, number) => refresh(form, fields[number]));
}

// An empty list stays at a table, where a filter may have emptied it, and goes with the table.
function showLines(section, title, lines, role) {
  if (!lines.length && !TABLES.includes(snapshot.page.kind)) section.replaceChildren();
  section.hidden = !lines.length && !section.firstChild;
  if (section.hidden) return;
  if (!section.firstChild) {
    const list = element("div", "said");
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
  const { narrowings = [], has_notes: hasCards } = snapshot.page;
  const [card] = playing.chosen;
  const does = `log card ${card}`;
  const isNew = hasCards && card !== undefined && narrowings.every((each) => each.does !== does);
  const offered = [...narrowings, ...(isNew ? [{ does, words: words["about card"] }] : [])];
  if (!narrowings.length) at.log.querySelector("select")?.remove();
  if (at.log.hidden || !narrowings.length) return;
  const select = at.log.querySelector("select") ?? narrowing();
  redraw(select, offered.map(({ does, words: told }) => [does, told]), () => offered.map((each) => new Option(each.words, each.does)));
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
  if (!dialog) return at.dialog.close();
  redraw(at.dialog, dialog, () => ask(at.dialog, dialog, { press, field: typeIn }));
  at.dialog.querySelectorAll("form").forEach((form) => refresh(form, dialog.field));
  if (!at.dialog.open) at.dialog.showModal();
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

for (const [region, name] of [["moves", "moves"], ["levels", "levels"], ["buttons", "buttons"], ["mains", "buttons"], ["steps", "steps"]]) {
  at[region].setAttribute("aria-label", words[name]);
}
at.table.textContent = words.table;
at.dock.setAttribute("aria-label", words["own hand"]);
turn(state);
