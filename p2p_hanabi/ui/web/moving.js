// Animates cards from their old to their new positions, so that moves can be followed.

const GLIDE = { duration: 200, easing: "ease-out" };
const MOST = 16; // more at once would only confuse

function places() {
  const cards = document.querySelectorAll("[data-card]");
  return new Map([...cards].map((card) => [card.dataset.card, [card, card.getBoundingClientRect()]]));
}

function isWanted() {
  return !document.hidden && !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

const isSeen = (box) => box.width > 0;

function frames(from, to) {
  const start = `translate(${from.x - to.x}px, ${from.y - to.y}px) scale(${from.width / to.width})`;
  return [{ transform: start, transformOrigin: "0 0" }, { transform: "none", transformOrigin: "0 0" }];
}

// A card that can no longer be seen goes into the pile: its picture is taken there, and away.
function leave(card, from, to) {
  const gone = card.cloneNode(true);
  gone.inert = true;
  gone.className = "face leaving";
  for (const side of ["left", "top", "width"]) gone.style.setProperty(side, `${from[side]}px`);
  gone.style.setProperty("--card", `${from.width}px`);
  document.body.append(gone);
  const target = `translate(${to.x - from.x}px, ${to.y - from.y}px) scale(.3)`;
  const frames = [{ transform: "none", transformOrigin: "0 0" }, { transform: target, opacity: 0, transformOrigin: "0 0" }];
  gone.animate(frames, GLIDE).finished.finally(() => gone.remove());
}

export function gliding(draw) {
  if (!isWanted()) return draw();
  const before = places();
  draw();
  if (!before.size) return;
  const after = places();
  const pile = document.querySelector("#strip .figure[data-area]")?.getBoundingClientRect();
  const moved = [];
  for (const [number, [card, to]] of after) {
    const from = before.get(number)?.[1] ?? pile;
    if (!from || !isSeen(from) || !isSeen(to)) continue;
    if (Math.hypot(from.x - to.x, from.y - to.y) > 8) moved.push([card, frames(from, to)]);
  }
  const gone = [...before].filter(([number, [, from]]) => isSeen(from) && !isSeen(after.get(number)?.[1] ?? { width: 0 }));
  if (moved.length + gone.length > MOST) return;
  for (const [card, steps] of moved) card.animate(steps, GLIDE);
  if (pile) for (const [, [card, from]] of gone) leave(card, from, pile);
}
