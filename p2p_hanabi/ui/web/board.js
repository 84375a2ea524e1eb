// Draws a table on a big screen that has no seat: what all share in a strip across, the players
// round the felt with the last move between them, the log and the codes beside it.

import { offeredButton, qrCode } from "./parts.js";
import { redraw } from "./regions.js";
import { drawnArea, drawnLines, element } from "./table.js";

const REGIONS = ["strip", "felt", "log", "codes", "actions"];
const MOST_LINES = 40;
const SHARED = ["strip", "table", "discards", "drawn"]; // roles of areas, see areas.py
const AROUND = 6; // columns of the felt: three seats or two side by side, or one

export class Board {
  constructor(region, words, press) {
    this.region = region;
    this.words = words;
    this.press = press;
    this.at = Object.fromEntries(REGIONS.map((name) => [name, element("div", name)]));
    this.messages = element("div", "messages");
    this.messages.setAttribute("role", "status");
    this.at.log.setAttribute("role", "log");
    this.at.log.setAttribute("aria-label", words.log);
  }

  take(page) {
    if (!this.region.firstChild) this.region.append(...Object.values(this.at));
    const { areas = [], lines = [], seats: tokens = [], messages = [], log = [], codes = [], buttons = [] } = page;
    this.region.classList.toggle("played", areas.length > 0);
    const strip = areas.filter((area) => SHARED.includes(area.role));
    const seats = areas.filter((area) => !SHARED.includes(area.role));
    redraw(this.at.strip, [strip, page.game], () => strip.map((area) => this.area(area, page)));
    redraw(this.messages, messages, () => drawnLines(messages));
    redraw(this.at.felt, [areas.length > 0, seats, lines, tokens, page.room_code, page.game], () => {
      if (areas.length) return [this.messages, ...this.around(seats, page)];
      return [...this.roomCode(page.room_code), ...drawnLines(lines), this.tokens(tokens), this.messages];
    });
    redraw(this.at.log, log, () => drawnLines(log.slice(-MOST_LINES)));
    redraw(this.at.codes, codes, () => codes.map(qrCode));
    redraw(this.at.actions, buttons, () => buttons.map((each) => offeredButton(each, this.press)));
  }

  roomCode(code) {
    if (!code) return [];
    const made = element("p", "room-code", code);
    made.prepend(element("small", "", this.words["room code"]));
    return [made];
  }

  tokens(tokens) {
    const list = element("ul", "tokens");
    for (const token of tokens) {
      const marks = Object.entries(token).filter(([, is]) => is === true);
      const made = element("li", marks.map(([name]) => name).join(" "));
      made.append(element("b", "", token.words), ...(token.state ? [element("span", "", token.state)] : []));
      list.append(made);
    }
    return list;
  }

  area(area, page) {
    const touch = (card) => {
      const face = element("div", "face");
      if (card.card !== undefined) face.dataset.card = card.card;
      return face;
    };
    const made = drawnArea(area, { words: this.words, prefix: `${page.game ?? ""}-`, touch });
    made.classList.add(area.role ?? "other");
    made.style.setProperty("--cards", Math.max(1, area.cards?.length ?? 0));
    return made;
  }

  // Clockwise from the top left. If a player has several areas, they are below each other.
  around(areas, page) {
    const owners = areas.map((area) => Number(area.key?.match(/\d+$/)?.[0] ?? 0));
    const players = [...new Set(owners)].sort((one, other) => one - other);
    const above = Math.ceil(players.length / 2);
    const below = players.length - above;
    return players.map((player, at) => {
      const isAbove = at < above || players.length === 2;
      const count = players.length === 2 ? 2 : isAbove ? above : below;
      const place = players.length === 2 || isAbove ? at : players.length - 1 - at;
      const seat = element("div", "player");
      const width = AROUND / count;
      seat.style.gridArea = `${isAbove ? 1 : 3} / ${place * width + 1} / auto / span ${width}`;
      const own = areas.filter((_, number) => owners[number] === player);
      seat.append(...own.map((area) => this.area(area, page)));
      seat.classList.toggle("has-turn", own.some((area) => area.turn));
      return seat;
    });
  }
}
