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

// With a text, and with what is heard in its place if that differs.
export function element(tag, className, text, spoken) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (!text) return made;
  if (!spoken) {
    fill(made, text);
    return made;
  }
  const read = element("span", "", text);
  read.ariaHidden = "true";
  made.append(read, element("span", "sr", spoken));
  return made;
}

export function svg(tag, attributes) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}

// The marks of colours, each 24 by 24.
const SHAPES = {
  diamond: "M12 0L23 12 12 24 1 12Z",
  circle: "M12 1a11 11 0 1 0 0 22a11 11 0 1 0 0-22Z",
  triangle: "M12 1L24 23H0Z",
  square: "M2 2h20v20H2Z",
  cross: "M8 1h8v7h7v8h-7v7H8v-7H1V8h7Z",
  star: "M12 0l3.2 8H24l-6.8 5.4L20 23l-8-5.6L4 23l2.8-9.6L0 8h8.8Z",
};

function mark(shape, tint) {
  const made = svg("svg", { viewBox: "0 0 24 24", class: `mark ${tint ?? ""}` });
  made.append(svg("path", { d: SHAPES[shape] }));
  return made;
}

function drawing(art, prefix) {
  const made = svg("svg", { viewBox: "0 0 60 84", class: "art" });
  made.append(...art.map((each) => svg("use", { href: `#${prefix}${each}` })));
  return made;
}

function printed(front, prefix) {
  const corner = element("span", `corner ${front.tint ?? "tag"}`);
  if (front.corner) corner.append(element("span", "", front.corner));
  if (front.shape) corner.append(mark(front.shape, front.tint));
  return [drawing(front.art ?? [], prefix), corner, ...(front.foot ? [element("small", "foot", front.foot)] : [])];
}

function known(signs) {
  const made = element("span", "know");
  made.append(...signs.map((sign) => (sign.shape ? mark(sign.shape, sign.tint) : element("span", "", sign.text))));
  return made;
}

function picture(card, front, prefix) {
  const side = front ? (front.art || front.corner ? "paper" : "place") : "back";
  const made = element("span", `picture ${side}`);
  made.ariaHidden = "true";
  made.append(...(front ? printed(front, prefix) : [drawing(["card-back"], prefix)]));
  if (card.signs) made.append(known(card.signs));
  else if (!front) made.append(element("span", "unknown", "?"));
  if (front && card.worth?.includes("last")) made.append(element("span", "bang", "!"));
  return made;
}

function drawnCard(card, look) {
  const isHidden = card.front === undefined || card.hidden?.includes(look.eyes);
  const seen = look.fronts ? look.fronts[card.front] : card.front;
  const front = isHidden ? null : seen;
  const worth = front || !look.fronts ? card.worth ?? [] : [];
  const item = element("li", ["card", ...(card.mark ? ["marked"] : []), ...worth].join(" "));
  const face = look.touch?.(card) ?? item;
  if (face !== item) item.append(face);
  face.append(picture(card, front, look.prefix ?? ""));
  const place = card.place ? `${card.place}: ` : "";
  if (place) face.append(element("span", "sr", place));
  face.append(element("span", "sr", front ? front.name : look.words.hidden));
  for (const each of [card.spoken ?? card.about, card.mark]) if (each) face.append(element("span", "sr", `, ${each}`));
  if (card.below) face.append(element("small", "below", card.below));
  if (card.below && place) face.lastChild.ariaHidden = "true"; // the place says it
  if (card.note) face.append(element("small", "own-note", card.note));
  return item;
}

export function drawnLines(lines, eyes) {
  return (lines ?? [])
    .filter((line) => !line.eyes || line.eyes.includes(eyes))
    .map((line) => element("p", line.strong ? "strong" : "", line.text, line.spoken));
}

export function drawnArea(area, look) {
  const section = element("section", "area");
  fillArea(section, area, look);
  return section;
}

function counter({ words, tint, filled, all }) {
  const made = element("span", `counter ${tint}`);
  made.setAttribute("role", "img");
  made.ariaLabel = words;
  made.title = words;
  for (let n = 0; n < all; n += 1) made.append(element("i", n < filled ? "on" : ""));
  return made;
}

function figure({ label, value, words, opens }, look) {
  const made = element(opens && look.opens ? "button" : "span", "figure");
  made.append(element("span", "label", label), element("span", "value", value));
  if (words) {
    made.title = words;
    for (const each of made.children) each.ariaHidden = "true";
    made.append(element("span", "sr", words));
  }
  if (made.tagName === "BUTTON") {
    made.type = "button";
    made.dataset.key = `opens ${opens}`;
    made.dataset.area = opens;
    made.addEventListener("click", () => look.opens(opens));
  }
  return made;
}

// The cards as one list, or one for each group.
function cardLists(area, look) {
  let from = 0;
  const groups = area.groups ?? (area.cards ? [{ count: area.cards.length }] : []);
  return groups.map(({ name, count }) => {
    const list = element("ol", "cards");
    if (name) list.ariaLabel = name;
    list.append(...area.cards.slice(from, from + count).map((card) => drawnCard(card, look)));
    list.style.setProperty("--count", count);
    from += count;
    return list;
  });
}

function title(area) {
  const made = element("h3");
  made.append(element("span", "", area.title));
  if (area.latest) made.append(" ", element("small", "latest", area.latest, area.spoken));
  return made;
}

function folded(summary, lines) {
  const made = element("details");
  made.append(element("summary", "", summary), ...lines);
  return made;
}

export function fillArea(section, area, look) {
  section.classList.toggle("turn", Boolean(area.turn));
  section.classList.toggle("bare", !area.cards?.length);
  section.dataset.role = area.role;
  const lists = cardLists(area, look);
  const row = element("div", area.groups ? "row groups" : "row");
  row.append(...lists);
  const besides = [["tokens", (area.counters ?? []).map(counter)], ["figures", (area.figures ?? []).map((each) => figure(each, look))]];
  const extras = besides.filter(([, made]) => made.length).map(([name, made]) => {
    const beside = element("div", name);
    beside.append(...made);
    return beside;
  });
  const lines = drawnLines(area.lines, look.eyes);
  const below = element("div", "lines");
  below.tabIndex = 0; // they may scroll
  below.append(...lines);
  section.replaceChildren(
    ...(area.title ? [title(area)] : []),
    ...(lists.length ? [row] : []),
    ...extras,
    ...(area.folded && lines.length ? [folded(area.folded, lines)] : lines.length ? [below] : []),
  );
  const sizes = (area.groups ?? [{ count: area.cards?.length ?? 0 }]).map((each) => each.count);
  const count = Math.max(1, area.cards?.length ?? 0);
  section.style.setProperty("--cards", count);
  section.style.setProperty("--half", Math.ceil(count / 2));
  section.style.setProperty("--longest", Math.max(1, ...sizes));
  section.style.setProperty("--groups", Math.max(1, sizes.length));
}

quote();
