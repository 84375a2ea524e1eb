// A tap that was meant for what was there before does nothing: not on a button that has just come
// to where another one was, and not on a page that has just taken the place of a table.

const SETTLING_MS = 400;
const SAME_PX = 4;

const now = () => performance.now();
const isSettling = (each) => Number(each?.dataset.settling ?? 0) > now();

// Keys are not aimed at a place: their clicks have no detail.
addEventListener("click", (event) => {
  const isTap = event.detail > 0;
  if (!isTap || ![document.body, event.target.closest("button")].some(isSettling)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);

export function settle(element, until = now() + SETTLING_MS) {
  element.dataset.settling = until;
}

// Not of cards, which move at a table: a touch of one only chooses it.
function places() {
  const shown = document.querySelector("dialog[open]") ?? document;
  const all = [...shown.querySelectorAll("button:not(.face)")];
  return all.map((button) => ({ button, words: button.textContent, box: button.getBoundingClientRect() })).filter(({ box }) => box.width > 0);
}

const sides = ({ left, right, top, bottom }) => [left, right, top, bottom];
const isAt = (box, other) => sides(box).every((each, at) => Math.abs(each - sides(other)[at]) < SAME_PX);
const overlaps = (box, other) => box.left < other.right && other.left < box.right && box.top < other.bottom && other.top < box.bottom;

export function settling(draw) {
  const before = places();
  draw();
  for (const { button, words, box } of places()) {
    const former = before.find((each) => each.words === words && isAt(each.box, box));
    if (former && isSettling(former.button)) settle(button, former.button.dataset.settling);
    else if (!former && before.some((each) => each.words !== words && overlaps(each.box, box))) settle(button);
  }
}
