// Draws the areas of a table, as data of ui/table/areas.py, for one pair of eyes.

const SVG = "http://www.w3.org/2000/svg";

export function element(tag, className, text) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (text) made.textContent = text;
  return made;
}

function svg(tag, attributes) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}

function corner(text, x, y, anchor, size) {
  const made = svg("text", { x, y, "text-anchor": anchor, "font-size": size });
  made.textContent = text;
  return made;
}

function picture(front) {
  const card = svg("svg", { viewBox: "0 0 60 84", "aria-hidden": "true" });
  const isPlace = front && !front.art;
  const side = front ? (isPlace ? "place" : "paper") : "back";
  card.append(svg("rect", { x: 1, y: 1, width: 58, height: 82, rx: 5, class: side }));
  for (const drawing of front?.art ?? []) card.append(svg("use", { href: "#" + drawing }));
  if (front?.corner) card.append(corner(front.corner, 5, 18, "start", 17));
  if (front?.foot) card.append(corner(front.foot, 55, 79, "end", 11));
  if (!front) card.append(corner("?", 30, 52, "middle", 28));
  return card;
}

function drawnCard(card, fronts, words, eyes) {
  const isHidden = card.front === undefined || card.hidden?.includes(eyes);
  const front = isHidden ? null : fronts[card.front];
  const item = element("li", card.mark ? "card marked" : "card");
  item.append(picture(front), element("span", "sr", front ? front.name : words.hidden));
  if (card.mark) item.append(element("span", "sr", card.mark));
  if (card.below) item.append(element("small", "", card.below));
  return item;
}

export function drawnLines(lines, eyes) {
  return (lines ?? [])
    .filter((line) => !line.eyes || line.eyes.includes(eyes))
    .map((line) => element("p", line.strong ? "strong" : "", line.text));
}

export function drawnArea(area, fronts, words, eyes) {
  const kind = area.shared ? "area shared" : "area";
  const section = element("section", area.turn ? kind + " turn" : kind);
  if (area.title) section.append(element("h3", "", area.title));
  if (area.cards) {
    const cards = element("ol", "cards");
    cards.append(...area.cards.map((card) => drawnCard(card, fronts, words, eyes)));
    section.append(cards);
  }
  section.append(...drawnLines(area.lines, eyes));
  return section;
}
