// Animates cards from their old to their new positions, so that moves can be followed.

const GLIDE = { duration: 260, easing: "ease-out" };
const MOST = 16; // more at once would only confuse

function places() {
  const cards = document.querySelectorAll("[data-card]");
  return new Map([...cards].map((card) => [card.dataset.card, [card, card.getBoundingClientRect()]]));
}

function isWanted() {
  return !document.hidden && !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

export function gliding(draw) {
  if (!isWanted()) return draw();
  const before = places();
  draw();
  const moved = [];
  for (const [number, [card, to]] of places()) {
    const from = before.get(number)?.[1];
    if (!from) moved.push([card, [{ opacity: 0, transform: "translateY(-1.5rem)" }, { opacity: 1, transform: "none" }]]);
    else if (Math.hypot(from.x - to.x, from.y - to.y) > 8 && to.width > 0) {
      const start = `translate(${from.x - to.x}px, ${from.y - to.y}px) scale(${from.width / to.width})`;
      moved.push([card, [{ transform: start, transformOrigin: "0 0", zIndex: 2 }, { transform: "none", transformOrigin: "0 0", zIndex: 2 }]]);
    }
  }
  if (!before.size || moved.length > MOST) return;
  for (const [card, frames] of moved) card.animate(frames, GLIDE);
}
