// Touching or dragging a card, or typing the keys of a move, finds a move; it is shown, and then
// confirmed by a button at the other side.

import { button } from "./parts.js";
import { element } from "./table.js";
import { movedBy } from "./dragging.js";

const READ_FIRST_MS = 300; // so that a double touch only shows a move

const same = (one, other) => one.name === other?.name;

export class Playing {
  #words;
  #orderKey;
  #send;
  #draw;
  #page = {};
  #chosen = [];
  #draft = null;
  #typed = "";
  #isSent = false;
  #hasMore = false;
  #isByKey = false;
  #isByCards = false; // whether moves of this table are found by touching cards

  constructor(words, orderKey, send, draw) {
    this.#words = words;
    this.#orderKey = orderKey;
    this.#send = send;
    this.#draw = draw;
  }

  // Choices persist until they are played, or can no longer be touched.
  take(page) {
    this.#page = page;
    this.#isByCards = page.kind === "table" && (this.#isByCards || this.#ofMoves.size > 0);
    const touchable = this.touchable;
    this.#chosen = this.#isSent ? [] : this.#chosen.filter((card) => touchable.has(card));
    if (this.#isSent || !(this.#moved ? page.sorts : this.#moves.length)) this.#typed = "";
    if (this.#isSent) this.#draft = null;
    this.#isSent = false;
    if (this.#draft) this.#draft = this.#moves.find((move) => same(move, this.#draft)) ?? null;
    if (!this.#typed) this.#draft ??= this.#proposed();
  }

  get #moves() {
    return this.#page.moves ?? [];
  }

  get #ofMoves() {
    return new Set(this.#moves.flatMap((move) => move.cards ?? []));
  }

  get #drawn() {
    return (this.#page.areas ?? []).flatMap((area) => area.cards ?? []);
  }

  // Cards of moves; also all cards in hands if notes can be written, and sortable cards. The own hand stays
  // touchable between the turns, since other elements would take long to draw.
  get touchable() {
    const roles = this.#page.has_notes ? ["own", "hand"] : this.#isByCards ? ["own"] : [];
    const hands = (this.#page.areas ?? []).filter((area) => roles.includes(area.role));
    const noted = hands.flatMap((area) => area.cards ?? []).map((card) => card.card);
    return new Set([...this.#ofMoves, ...noted.filter((card) => card !== undefined), ...(this.#page.sorts ?? [])]);
  }

  get chosen() {
    return this.#chosen;
  }

  // The cards that a move concerns, or all that the typed keys may still choose.
  get marked() {
    if (this.#moved) return this.#moved;
    if (this.#draft || !this.#typed) return this.#draft?.marked ?? [];
    return this.#begun(this.#typed).flatMap((move) => move.cards ?? []);
  }

  touch(card, isByKey = false) {
    this.#typed = "";
    this.#hasMore = false;
    this.#isByKey = isByKey;
    const rest = this.#chosen.filter((each) => each !== card);
    const isChosen = rest.length < this.#chosen.length;
    const both = [...rest, card];
    if (isChosen) this.#chosen = rest;
    else this.#chosen = this.#found(both).length ? both : [card];
    this.#draft = this.#proposed();
    this.#draw();
  }

  // The only move of the chosen cards, or the usual one of a single card.
  #proposed() {
    const found = this.#chosen.length ? this.#found(this.#chosen) : [];
    if (found.length === 1) return found[0];
    return (this.#chosen.length === 1 && found.find((move) => move.usual)) || null;
  }

  // Undoes everything that is not confirmed; returns whether there was anything.
  takeBack() {
    const had = this.#draft !== null || this.#chosen.length > 0 || this.#typed !== "";
    this.#draft = null;
    this.#chosen = [];
    this.#typed = "";
    if (had) this.#draw();
    return had;
  }

  order(card, by) {
    const cards = movedBy(this.#page.sorts ?? [], card, by);
    if (cards) this.#send({ do: "sort", cards });
  }

  // The areas onto which a card can be dragged, and what is then shown.
  targets(card) {
    return this.#found([card]).map((move) => move.onto).filter(Boolean);
  }

  drop(card, onto) {
    this.#chosen = [card];
    this.#draft = this.#found([card]).find((move) => move.onto === onto) ?? null;
    this.#draw();
  }

  // -- the keys of moves

  #begun(typed) {
    return this.#moves.filter((move) => (move.keys ?? []).some((keys) => keys.startsWith(typed)));
  }

  // Handles a key if it continues or begins a move; returns whether it did.
  type(key) {
    if (this.#typeOrder(key)) return true;
    if (key === "Enter" && this.#typed && this.#draft) this.#play();
    else if (key === "Backspace" && this.#typed) this.#take(this.#typed.slice(0, -1));
    else if (key.length === 1) {
      const typed = [this.#typed + key.toLowerCase(), key.toLowerCase()].find((each) => this.#begun(each).length);
      if (typed === undefined) return false;
      this.#take(typed);
    } else return false;
    return true;
  }

  // The key of an order, and then the numbers of the cards to put first, in their new order.
  #typeOrder(key) {
    const sorts = this.#page.sorts ?? [];
    const moved = this.#moved;
    if (!moved && (key.toLowerCase() !== this.#orderKey || this.#typed || sorts.length < 2)) return false;
    const card = sorts[Number(key) - 1];
    if (!moved) this.#take(this.#orderKey);
    else if (key === "Backspace") this.#take(this.#typed.slice(0, -1));
    else if (card !== undefined && !moved.includes(card)) this.#take(this.#typed + key);
    else if (key === "Enter") {
      if (moved.length) this.#send({ do: "sort", cards: [...moved, ...sorts.filter((each) => !moved.includes(each))] });
      this.takeBack();
    } else return key.length === 1;
    return true;
  }

  // The cards of the order that is being typed; null if none is.
  get #moved() {
    if (!this.#typed || this.#typed[0] !== this.#orderKey) return null;
    return [...this.#typed.slice(1)].map((number) => this.#page.sorts?.[number - 1]);
  }

  #take(typed) {
    this.#typed = typed;
    this.#draft = typed ? this.#moves.find((move) => move.keys?.includes(typed)) ?? null : null;
    this.#chosen = this.#draft?.cards?.length === 1 ? this.#draft.cards : [];
    this.#draw();
  }

  // -- the panel

  #found(cards) {
    return this.#moves.filter((move) => move.cards && cards.every((card) => move.cards.includes(card)));
  }

  #offered() {
    const found = this.#chosen.length ? this.#found(this.#chosen) : [];
    return [...found, ...this.#moves.filter((move) => !move.cards)];
  }

  get #only() {
    return this.#moves.length === 1 && !this.#moves[0].cards ? this.#moves[0] : null;
  }

  // The panel of moves depends on this alone.
  get state() {
    return [this.#draft, this.#chosen, this.#typed, this.#offered(), this.#isSent, this.#hasMore, this.#page.sorts, this.#sentence];
  }

  // What a screen reader says about the choice, and what else can be chosen.
  get spoken() {
    if (!this.#draft && !this.#chosen.length) return this.#typed ? this.#sentence : "";
    const said = this.#draft ? this.#draft.spoken ?? this.#draft.preview : this.#about(this.#chosen.at(-1), true);
    const others = this.#chosen.length ? this.#offered().filter((move) => !same(move, this.#draft)) : [];
    if (!others.length) return said;
    const leading = this.#words[this.#draft ? "or" : "you can"];
    return `${said.replace(/[^.!?]$/, "$&.")} ${leading} ${others.map((move) => move.words).join(", ")}.`;
  }

  get #sentence() {
    if (this.#draft) return this.#draft.preview;
    if (this.#moved) return `${this.#words.order} ${[...this.#typed.slice(1)].join(" ")}`.trim();
    if (this.#typed) return `${this.#typed}\u2026`;
    if (this.#only) return this.#only.preview;
    if (this.#chosen.length === 1) return this.#about(this.#chosen[0]);
    return !this.#chosen.length && this.#ofMoves.size ? this.#words.touch : "";
  }

  #about(number, isSpoken = false) {
    const card = this.#drawn.find((each) => each.card === number);
    const facts = [card?.front?.name, isSpoken ? card?.spoken ?? card?.about : card?.about, card?.note].filter(Boolean).join(", ");
    const text = [card?.place, facts].filter(Boolean).join(": ");
    return text.charAt(0).toUpperCase() + text.slice(1);
  }

  panel(writeNote) {
    const isUndoable = this.#draft || this.#chosen.length || this.#typed;
    const kind = this.#draft ? "preview" : isUndoable || this.#only ? "about" : "hint";
    const shown = this.#draft ?? this.#only;
    const top = this.#sentence ? [element("p", kind, this.#sentence, shown?.spoken)] : [];
    for (const each of top) each.tabIndex = 0; // it may scroll
    const icons = element("div", "icons");
    if (this.#chosen.length === 1) icons.append(...this.#moreButton(this.#chosen[0]));
    if (isUndoable) icons.append(this.#icon("not now", "\u2715", () => this.takeBack()));
    const choices = element("div", "choices");
    if (this.#hasMore && this.#chosen.length === 1) choices.append(...this.#forCard(this.#chosen[0], writeNote));
    else if (this.#only) choices.append(this.#direct(this.#only));
    else choices.append(...this.#offered().filter((move) => !same(move, this.#draft)).map((move) => this.#moveButton(move)));
    choices.classList.toggle("many", choices.children.length > 3);
    const rest = icons.firstChild ? [icons] : []; // last by keyboard
    if (!choices.firstChild && !this.#draft) return [...top, ...rest];
    const act = element("div", "act");
    act.append(choices, ...(this.#draft ? [this.#confirm(this.#draft)] : []));
    return [...top, act, ...rest];
  }

  #icon(name, sign, whenPressed) {
    const made = button(sign, name, whenPressed, "quiet icon");
    made.setAttribute("aria-label", this.#words[name]);
    made.title = this.#words[name];
    return made;
  }

  #moveButton(move) {
    return button(move.words, `move ${move.words}`, (event) => {
      this.#isByKey = event.detail === 0;
      this.#draft = move;
      this.#draw();
    }, "move");
  }

  // The one thing that can be done takes one touch; not at once, since it may follow another.
  #direct(move) {
    const made = button(move.words, `move ${move.words}`, () => {
      this.#draft = move;
      this.#play();
    }, "move direct");
    this.#readFirst(made);
    return made;
  }

  #readFirst(made) {
    made.disabled = true;
    if (!this.#isSent) setTimeout(() => { made.disabled = false; }, READ_FIRST_MS);
  }

  #confirm(move) {
    const made = button(move.words, "play", () => this.#play(), "main");
    made.disabled = true;
    if (!this.#isSent) setTimeout(() => {
      made.disabled = false;
      if (made.isConnected && this.#isByKey) made.focus({ preventScroll: true });
    }, READ_FIRST_MS);
    return made;
  }

  #moreButton(card) {
    if (!this.#page.has_notes && !(this.#page.sorts ?? []).includes(card)) return [];
    const made = this.#icon("about this card", "\u22EF", () => {
      this.#hasMore = !this.#hasMore;
      this.#draw();
    });
    made.setAttribute("aria-expanded", String(this.#hasMore));
    return [made];
  }

  #forCard(card, writeNote) {
    const parts = [];
    const sorts = this.#page.sorts ?? [];
    if (sorts.includes(card)) {
      const { "left side": left, "right side": right } = this.#words;
      const places = [["to the left", -1, `\u25C0 ${left}`], ["to the right", 1, `${right} \u25B6`]];
      for (const [name, by, label] of places) {
        const made = button(label, name, () => this.order(card, by));
        made.setAttribute("aria-label", this.#words[name]);
        made.title = this.#words[name];
        made.disabled = movedBy(sorts, card, by) === null;
        parts.push(made);
      }
    }
    if (this.#page.has_notes) parts.push(button(this.#words.note, "note", () => writeNote(card)));
    return parts;
  }

  #play() {
    if (!this.#draft || this.#isSent) return;
    this.#isSent = this.#send({ do: "play", move: this.#draft.name });
    this.#draw();
  }
}
