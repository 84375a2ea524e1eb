// Touching cards finds moves; a move is first previewed, and then made.

import { button } from "./parts.js";
import { element } from "./table.js";
import { movedBy } from "./dragging.js";

const READ_FIRST_MS = 300; // so that a double touch only previews a move

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

export class Playing {
  #words;
  #send;
  #draw;
  #page = {};
  #chosen = [];
  #draft = null;
  #isSent = false;

  constructor(words, send, draw) {
    this.#words = words;
    this.#send = send;
    this.#draw = draw;
  }

  // Choices persist until they are played, or can no longer be touched.
  take(page) {
    this.#page = page;
    const touchable = this.touchable;
    this.#chosen = this.#isSent ? [] : this.#chosen.filter((card) => touchable.has(card));
    if (this.#isSent) this.#draft = null;
    this.#isSent = false;
    if (this.#draft && !this.#moves.some((move) => same(move, this.#draft))) this.#draft = null;
  }

  get #moves() {
    return this.#page.moves ?? [];
  }

  get #ofMoves() {
    return new Set(this.#moves.flatMap((move) => move.cards ?? []));
  }

  // Cards of moves; also all cards in hands if notes can be written, and sortable cards.
  get touchable() {
    const hands = this.#page.has_notes ? (this.#page.areas ?? []).filter((area) => !area.shared) : [];
    const noted = hands.flatMap((area) => area.cards ?? []).map((card) => card.card);
    return new Set([...this.#ofMoves, ...noted.filter((card) => card !== undefined), ...(this.#page.sorts ?? [])]);
  }

  get chosen() {
    return this.#draft ? this.#draft.cards ?? [] : this.#chosen;
  }

  get marked() {
    return this.#draft?.marked ?? [];
  }

  touch(card) {
    this.#draft = null;
    const rest = this.#chosen.filter((each) => each !== card);
    const isChosen = rest.length < this.#chosen.length;
    const both = [...rest, card];
    if (isChosen) this.#chosen = rest;
    else this.#chosen = this.#found(both).length ? both : [card];
    this.#draw();
  }

  // Escape undoes one choice after the other; returns whether there was one.
  takeBack() {
    const had = this.#draft !== null || this.#chosen.length > 0;
    if (this.#draft) this.#draft = null;
    else this.#chosen = [];
    if (had) this.#draw();
    return had;
  }

  order(card, by) {
    const cards = movedBy(this.#page.sorts ?? [], card, by);
    if (cards) this.#send({ do: "sort", cards });
  }

  #found(cards) {
    return this.#moves.filter((move) => move.cards && cards.every((card) => move.cards.includes(card)));
  }

  #offered() {
    const found = this.#chosen.length ? this.#found(this.#chosen) : [];
    return [...found, ...this.#moves.filter((move) => !move.cards)];
  }

  // The panel of moves depends on this alone.
  get state() {
    return [this.#draft, this.#chosen, this.#offered(), this.#isSent, this.#page.sorts, Boolean(this.#page.has_notes), this.#ofMoves.size > 0];
  }

  panel(writeNote) {
    if (this.#draft) return this.#preview();
    const rows = [];
    const offered = this.#offered().map((move) => this.#moveButton(move));
    if (this.#chosen.length === 1) offered.push(...this.#forCard(this.#chosen[0], writeNote));
    if (offered.length) rows.push(this.#row(offered));
    if (!this.#chosen.length && this.#ofMoves.size) rows.push(element("p", "hint", this.#words.touch));
    if (this.#chosen.length && !offered.length) rows.push(element("p", "hint", this.#words.nothing));
    return rows;
  }

  #row(parts) {
    const row = element("div", "buttons");
    row.append(...parts);
    return row;
  }

  #moveButton(move) {
    return button(move.words, `move ${move.words}`, () => {
      this.#draft = move;
      this.#draw();
    }, "move");
  }

  #forCard(card, writeNote) {
    const parts = [];
    const sorts = this.#page.sorts ?? [];
    if (sorts.includes(card)) {
      const { "left side": left, "right side": right } = this.#words;
      const places = [["to the left", -1, `\u25C0 ${left}`], ["to the right", 1, `${right} \u25B6`]];
      for (const [name, by, told] of places) {
        const made = button(told, name, () => this.order(card, by), "quiet");
        made.setAttribute("aria-label", this.#words[name]);
        made.title = this.#words[name];
        made.disabled = movedBy(sorts, card, by) === null;
        parts.push(made);
      }
    }
    if (this.#page.has_notes) parts.push(button(this.#words.note, "note", () => writeNote(card), "quiet"));
    return parts;
  }

  #preview() {
    const play = button(this.#words.play, "play", () => this.#play(), "main");
    const back = button(this.#words["not now"], "not now", () => this.takeBack());
    play.disabled = true;
    if (!this.#isSent) setTimeout(() => {
      const isWaited = [document.body, back].includes(document.activeElement);
      play.disabled = false;
      if (play.isConnected && isWaited) play.focus({ preventScroll: true });
    }, READ_FIRST_MS);
    const told = element("p", "preview", this.#draft.preview);
    return [told, this.#row([play, back])];
  }

  #play() {
    const move = this.#moves.findIndex((each) => same(each, this.#draft));
    if (move < 0 || this.#isSent) return;
    this.#isSent = this.#send({ do: "play", move });
    this.#draw();
  }
}
