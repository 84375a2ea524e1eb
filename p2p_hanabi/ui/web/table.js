// Draws the areas of a table, given as data of ui/model/game/areas.py. Options in `look`: the
// page's `words`; the current `eyes`, if there are several; `fronts`, if cards have only their numbers, or are
// these numbers alone; the `prefix` of the drawings' ids; and `touch`, which returns the button of a
// touchable card, and `tells`, on what this depends.

const SVG = "http://www.w3.org/2000/svg";

const TURNS_TEXT = /[\u202A-\u202E]/g; // people may write these to reverse the text around them

// Right-to-left letters, and words of them.
const TURNED = "[\\u0590-\\u08FF\\uFB1D-\\uFDFF\\uFE70-\\uFEFC\\u{10800}-\\u{10FFF}\\u{1E800}-\\u{1EFFF}]";
const RUN = `${TURNED}(?:[\\s\\p{M}]*${TURNED})*\\p{M}*`;
let isolated;
let quotedBefore;

// Isolates what people wrote in every text, so that it does not reverse the text beside it.
export function quote(texts = []) {
  const source = texts.join("\n");
  if (isolated && source === quotedBefore) return;
  quotedBefore = source;
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
  const ours = (part) => part.replaceAll(" - ", "\u00a0- "); // no line begins with a dash
  made.replaceChildren(...parts.map((part, at) => (at % 2 ? quoted(part) : ours(part))));
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
  made.classList.add("both");
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
  const made = element("span", `know${signs.length > 3 ? " long" : ""}${signs.length > 5 ? " longest" : ""}`);
  made.append(...signs.map((sign) => (sign.shape ? mark(sign.shape, sign.tint) : element("span", "", sign.text))));
  return made;
}

function picture(card, front, prefix) {
  const side = front ? (front.art || front.corner ? "paper" : "place") : "back";
  const is = { shaped: front?.shape && front.corner, signed: card.signs, last: front && card.worth?.includes("last") };
  const made = element("span", ["picture", side, ...Object.keys(is).filter((each) => is[each])].join(" "));
  made.ariaHidden = "true";
  made.append(...(front ? printed(front, prefix) : [drawing(["card-back"], prefix)]));
  if (card.signs) made.append(known(card.signs));
  else if (!front) made.append(element("span", "unknown", "?"));
  if (front && card.worth?.includes("last")) made.append(element("span", "bang", "!"));
  return made;
}

// Draws a card, or what is new of it. Its picture is what takes long to draw.
function drawnCard(card, look, item) {
  const isHidden = card.front === undefined || card.hidden?.includes(look.eyes);
  const seen = look.fronts ? look.fronts[card.front] : card.front;
  const front = isHidden ? null : seen;
  const worth = front || !look.fronts ? card.worth ?? [] : [];
  const { signs, mark, place, below, note } = card;
  const all = JSON.stringify([front, signs, card.worth, worth, look.prefix, mark, place, card.spoken ?? card.about, below, note]);
  if (item.all === all) return item;
  item.all = all;
  item.className = ["card", ...(card.mark ? ["marked"] : []), ...worth].join(" ");
  item.dataset.has = card.below ? "below" : "";
  const face = item.firstElementChild?.matches(".face") ? item.firstElementChild : look.touch?.(card) ?? item;
  const data = JSON.stringify([front, card.signs, card.worth, look.prefix]);
  const old = item.drawn === data ? face.querySelector(".picture") : null;
  item.drawn = data;
  const texts = [element("span", "sr", front ? front.name : look.words.hidden)];
  if (card.place) texts.unshift(element("span", "sr", `${card.place}: `));
  for (const each of [card.spoken ?? card.about, card.mark]) if (each) texts.push(element("span", "sr", `, ${each}`));
  if (card.below) texts.push(element("small", "below", card.below));
  if (card.below && card.place) texts.at(-1).ariaHidden = "true"; // the place says it
  if (card.note) texts.push(element("small", "own-note", card.note));
  keep(face, [old ?? picture(card, front, look.prefix ?? ""), ...texts]);
  if (face !== item) keep(item, [face]);
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

function figure({ label, value, words, opens, told }, look) {
  const made = element(opens && look.opens ? "button" : "span", "figure");
  made.append(element("span", "label", label), element("span", "value", value));
  if (told) made.ariaHidden = "true";
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

// What an area showed last stays if it is shown again: laying out what has not changed is what takes
// longest on a telephone.

// Gives a parent these children: those that are there already are not touched.
function keep(parent, children) {
  const stay = new Set(children);
  for (const child of [...parent.children]) if (!stay.has(child)) child.remove();
  children.forEach((child, at) => {
    if (parent.children[at] !== child) parent.insertBefore(child, parent.children[at] ?? null);
  });
}

const kept = new WeakMap(); // by area, elements by what they show

function reusing(section) {
  const [old, next] = [kept.get(section) ?? new Map(), new Map()];
  kept.set(section, next);
  return (data, make) => {
    const key = JSON.stringify(data);
    const made = old.get(key)?.pop() ?? make();
    next.set(key, [...(next.get(key) ?? []), made]);
    return made;
  };
}

// The cards as one list, or one for each group.
function cardLists(area, look, reuse) {
  let from = 0;
  const groups = area.groups ?? (area.cards ? [{ count: area.cards.length }] : []);
  return groups.map(({ name, count }, at) => {
    const list = reuse(["list", name ?? at], () => element("ol", "cards")); // whichever others come before it
    if (name) list.ariaLabel = name;
    const cards = area.cards.slice(from, from + count).map((card) => (typeof card === "number" ? { front: card } : card));
    const item = (card, n) => reuse(["card", card.card ?? `place ${name ?? at} ${n}`, look.tells?.(card)], () => element("li"));
    keep(list, cards.map((card, n) => drawnCard(card, look, item(card, n))));
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

export function folded(summary, lines) {
  const made = element("details");
  made.append(element("summary", "", summary), ...lines);
  return made;
}

// The cards of a goal that are there, pale those that are wanted, and places for any others: each
// picture stays when another card is taken.
function goal({ name, count, has = [], wanted = [], places = 0, words, spoken }, look, reuse) {
  const part = (key, make) => reuse(["goal", name, key], make);
  const small = (kind) => (front) => {
    const drawn = part(front, () => {
      const picture = element("span");
      if (front !== null) picture.append(drawing((look.fronts ? look.fronts[front] : front).art ?? [], look.prefix ?? ""));
      return picture;
    });
    drawn.className = `picture ${kind}`;
    return drawn;
  };
  const named = part(["named", count], () => {
    const made = element("span", "named");
    made.append(element("b", "", name), element("span", "", count));
    return made;
  });
  const read = part("read", () => Object.assign(element("span", "both"), { ariaHidden: "true" }));
  keep(read, [named, ...has.map(small("paper")), ...wanted.map(small("paper wanted")), ...Array(places).fill(null).map(small("place"))]);
  const made = part("goal", () => element("li", "goal"));
  made.title = words;
  keep(made, [read, part(["heard", spoken ?? words], () => element("span", "sr", spoken ?? words))]);
  return made;
}

function goalList(goals, look, reuse) {
  const made = reuse("goals", () => element("ul", "goals"));
  keep(made, goals.map((each) => goal(each, look, reuse)));
  return made;
}

export function fillArea(section, area, look) {
  section.classList.toggle("turn", Boolean(area.turn));
  section.classList.toggle("bare", !area.cards?.length);
  section.dataset.role = area.role;
  const reuse = reusing(section);
  const lists = cardLists(area, look, reuse);
  const row = reuse("row", () => element("div"));
  row.className = area.groups ? "row groups" : "row";
  keep(row, lists);
  const besides = [["tokens", area.counters, counter], ["figures", area.figures, (each) => figure(each, look)]];
  const extras = besides.filter(([, shown]) => shown?.length).map(([name, shown, make]) => reuse([name, shown], () => {
    const beside = element("div", name);
    beside.append(...shown.map(make));
    return beside;
  }));
  const lines = drawnLines(area.lines, look.eyes);
  const below = () => {
    const made = element("div", "lines");
    made.tabIndex = 0; // they may scroll
    made.append(...lines);
    return made;
  };
  const ends = [area.folded, area.lines, look.eyes];
  keep(section, [
    ...(area.title ? [reuse([area.title, area.latest], () => title(area))] : []),
    ...(lists.length ? [row] : []),
    ...extras,
    ...(lines.length ? [reuse(ends, area.folded ? () => folded(area.folded, lines) : below)] : []),
    ...(area.goals?.length ? [goalList(area.goals, look, reuse)] : []),
  ]);
  const has = { figures: area.figures?.length, lines: lines.length && !area.folded, below: area.cards?.some((card) => card.below) };
  section.dataset.has = Object.keys(has).filter((each) => has[each]).join(" ");
  const found = Math.max(1, area.cards?.length ?? 0);
  const count = found + 1 === section.count ? section.count : found; // until the next card is drawn
  section.count = count;
  // where cards come one by one, they do not all change their size for each: `about` is a multiple of 4
  const counts = { cards: count, half: Math.ceil(count / 2), about: 4 * Math.ceil(count / 4), groups: area.groups?.length ?? 1 };
  for (const list of lists) {
    for (const [name, value] of Object.entries(counts)) setOnce(list, `--${name}`, value);
    list.classList.toggle("many", list.children.length > 6);
  }
}

// A property that is set again would style all that is within again.
export function setOnce(made, name, value) {
  if (made.style.getPropertyValue(name) !== String(value)) made.style.setProperty(name, value);
}

quote();
