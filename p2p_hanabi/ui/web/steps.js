// Looks back: a slider over all moments, and buttons for one step and for both ends.

import { button } from "./parts.js";
import { element } from "./table.js";
import { keepingFocus } from "./regions.js";

let isOpen = false;
let wanted = null; // of a slider that moves on before the last moment has come

// Nothing is drawn again while it is used: a slider that is held must stay.
export function drawSteps(region, page, words, look) {
  const { steps } = page;
  const isReplay = page.kind === "replay";
  isOpen = Boolean(steps) && (isOpen || steps.at < steps.last);
  const shape = !steps || !steps.last ? "none" : isReplay || isOpen ? "bar" : "closed";
  if (region.dataset.shape !== shape) {
    region.dataset.shape = shape;
    const parts = { none: () => [], bar: () => bar(words, isReplay), closed: () => [opener(words)] };
    keepingFocus(region, () => region.replaceChildren(...parts[shape]()));
  }
  region.steps = { ...steps, look, redraw: () => drawSteps(region, page, words, look) };
  if (shape === "bar") show(region, steps);
  if (wanted !== null && wanted !== steps?.at) look(wanted);
  wanted = null;
}

function slide(to, look) {
  const isUnderWay = wanted !== null;
  wanted = to;
  if (!isUnderWay) look(to);
}

const of = (event) => event.target.closest("#steps").steps;

function opener(words) {
  return button(words["look back"], "forward", (event) => {
    const { look, last } = of(event);
    isOpen = true;
    look(last - 1);
  }, "quiet");
}

function bar(words, isReplay) {
  const go = (name, sign, to) => {
    const made = button(sign, name, (event) => of(event).look(to(of(event))), "step");
    made.setAttribute("aria-label", words[name]);
    made.title = words[name];
    return made;
  };
  const slider = element("input");
  slider.type = "range";
  slider.min = 0;
  slider.dataset.key = "slider";
  slider.setAttribute("aria-label", words.move);
  slider.addEventListener("input", (event) => slide(Number(slider.value), of(event).look));
  const parts = [
    go("first", "\u23EE\uFE0E", () => 0),
    go("back", "\u25C0\uFE0E", ({ at }) => at - 1),
    slider,
    go("forward", "\u25B6\uFE0E", ({ at }) => at + 1),
    go("last", "\u23ED\uFE0E", ({ last }) => last),
  ];
  if (isReplay) return parts;
  const present = button(words.now, "now", (event) => {
    const { look, last, redraw } = of(event);
    isOpen = false;
    if (of(event).at === last) redraw();
    else look(last);
  });
  return [...parts, present];
}

function show(region, { at, last }) {
  const slider = region.querySelector("input");
  slider.max = last;
  if (document.activeElement !== slider || !slider.matches(":active")) slider.value = at;
  for (const name of ["first", "back"]) region.querySelector(`[data-key="${name}"]`).disabled = at === 0;
  for (const name of ["forward", "last"]) region.querySelector(`[data-key="${name}"]`).disabled = at === last;
}
