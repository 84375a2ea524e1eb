// Draws the areas of a table, given as data of ui/model/game/areas.py. Options in `look`: the
// page's `words`; the current `eyes`, if there are several; `fronts`, if cards have only their numbers; the
// `prefix` of the drawings' ids; and `touch`, which returns the button of a touchable card.

const SVG = "http://www.w3.org/2000/svg";

const TURNS_TEXT = /[\u202A-\u202E]/g; // people may write these to reverse the text around them

// Right-to-left letters, and words of them.
const TURNED = "[\\u0590-\\u08FF\\uFB1D-\\uFDFF\\uFE70-\\uFEFC\\u{10800}-\\u{10FFF}\\u{1E800}-\\u{1EFFF}]";
const RUN = `${TURNED}(?:[\\s\\p{M}]*${TURNED})*\\p{M}*`;
let isolated;

// Isolates what people wrote in every text, so that it does not reverse the text beside it.
export function quote(texts = []) {
  const each = texts.map((text) => text.replace(TURNS_TEXT, "").replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&"));
  isolated = new RegExp(`(${[...each, RUN].join("|")})`, "u");
}

function quoted(text) {
  const made = document.createElement("bdi");
  made.textContent = text;
  return made;
}

export function fill(made, text) {
  const parts = text.replace(TURNS_TEXT, "").split(isolated);
  made.replaceChildren(...parts.map((part, at) => (at % 2 ? quoted(part) : part)));
}

export function element(tag, className, text) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (text) fill(made, text);
  return made;
}

export function svg(tag, attributes) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}

function corner(text, x, y, anchor, size) {
  const made = svg("text", { x, y, "text-anchor": anchor, "font-size": size });
  made.textContent = text;
  return made;
}

function picture(front, prefix) {
  const card = svg("svg", { viewBox: "0 0 60 84", "aria-hidden": "true" });
  const isPlace = front && !front.art;
  const side = front ? (isPlace ? "place" : "paper") : "back";
  card.append(svg("rect", { x: 1, y: 1, width: 58, height: 82, rx: 5, class: side }));
  for (const drawing of front?.art ?? []) card.append(svg("use", { href: `#${prefix}${drawing}` }));
  if (front?.corner) card.append(corner(front.corner, 5, 18, "start", 17));
  if (front?.foot) card.append(corner(front.foot, 55, 79, "end", 11));
  if (!front) card.append(svg("use", { href: `#${prefix}card-back` }), corner("?", 30, 52, "middle", 28));
  return card;
}

function drawnCard(card, look) {
  const isHidden = card.front === undefined || card.hidden?.includes(look.eyes);
  const seen = look.fronts ? look.fronts[card.front] : card.front;
  const front = isHidden ? null : seen;
  const item = element("li", card.mark ? "card marked" : "card");
  const face = look.touch?.(card) ?? item;
  if (face !== item) item.append(face);
  face.append(picture(front, look.prefix ?? ""), element("span", "sr", front ? front.name : look.words.hidden));
  if (card.mark) face.append(element("span", "sr", card.mark));
  if (card.below) face.append(element("small", "", card.below));
  if (card.note) face.append(element("small", "own-note", card.note));
  return item;
}

export function drawnLines(lines, eyes) {
  return (lines ?? [])
    .filter((line) => !line.eyes || line.eyes.includes(eyes))
    .map((line) => element("p", line.strong ? "strong" : "", line.text));
}

export function drawnArea(area, look) {
  const section = element("section", "area");
  fillArea(section, area, look);
  return section;
}

export function fillArea(section, area, look) {
  section.classList.toggle("shared", Boolean(area.shared));
  section.classList.toggle("turn", Boolean(area.turn));
  const parts = area.title ? [element("h3", "", area.title)] : [];
  if (area.cards) {
    const cards = element("ol", "cards");
    cards.append(...area.cards.map((card) => drawnCard(card, look)));
    parts.push(cards);
  }
  section.replaceChildren(...parts, ...drawnLines(area.lines, look.eyes));
}

quote();
