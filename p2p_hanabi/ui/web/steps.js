// Looking back: a slider over all moments, and buttons for single steps and both ends.

import { button } from "./parts.js";
import { element } from "./table.js";

let isOpen = false;
let kind = ""; // of the page that was shown last
let wanted = null; // the slider's target if it moves on before the last moment has arrived

// Nothing is redrawn while it is in use: a held slider must stay. While the present is shown, there
// is only a button, in the region `away`.
export function drawSteps(region, away, page, words, look) {
  const { steps } = page;
  const isReplay = page.kind === "replay";
  if (page.kind !== kind) isOpen = false;
  kind = page.kind;
  isOpen = Boolean(steps) && (isOpen || steps.at < steps.last);
  const shape = !steps || !steps.last ? "none" : isReplay ? "replay" : isOpen ? "bar" : "closed";
  const isBar = shape === "bar" || shape === "replay";
  if (region.dataset.shape !== shape) {
    region.dataset.shape = shape;
    document.body.dataset.steps = shape;
    const hadFocus = region.contains(document.activeElement) || away.contains(document.activeElement);
    region.replaceChildren(...(isBar ? bar(words, isReplay) : []));
    away.replaceChildren(...(shape === "closed" ? [opener(words)] : []));
    if (hadFocus) (region.querySelector("input") ?? away.querySelector("button"))?.focus({ preventScroll: true });
  }
  region.steps = { ...steps, look, redraw: () => drawSteps(region, away, page, words, look) };
  if (isBar) show(region, steps);
  if (wanted !== null && wanted !== steps?.at) look(wanted);
  wanted = null;
}

function slide(to, look) {
  const isUnderWay = wanted !== null;
  wanted = to;
  if (!isUnderWay) look(to);
}

const KEYS = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last" };

// Handles the keys of the bar, unless another element uses them; returns whether this was one.
export function stepBy(event) {
  const isTaken = event.ctrlKey || event.altKey || event.metaKey || event.target.closest("input, dialog, .face");
  const pressed = document.querySelector(`#steps [data-key="${KEYS[event.key]}"]`);
  if (isTaken || !pressed) return false;
  event.preventDefault();
  pressed.click();
  return true;
}

const of = () => document.querySelector("#steps").steps;

function opener(words) {
  return button(words["look back"], "forward", () => {
    const { look, last } = of();
    isOpen = true;
    look(last - 1);
  }, "quiet");
}

function bar(words, isReplay) {
  const go = (name, sign, to) => {
    const made = button(sign, name, () => of().look(to(of())), "step");
    made.setAttribute("aria-label", words[name]);
    made.title = words[name];
    return made;
  };
  const slider = element("input");
  slider.type = "range";
  slider.min = 0;
  slider.dataset.key = "slider";
  slider.setAttribute("aria-label", words.move);
  slider.addEventListener("input", () => slide(Number(slider.value), of().look));
  const parts = [
    go("first", "|\u25C0\uFE0E", () => 0),
    go("back", "\u25C0\uFE0E", ({ at }) => at - 1),
    slider,
    go("forward", "\u25B6\uFE0E", ({ at }) => at + 1),
    go("last", "\u25B6\uFE0E|", ({ last }) => last),
  ];
  if (isReplay) return parts;
  const present = button(words.now, "now", () => {
    const { at, look, last, redraw } = of();
    isOpen = false;
    if (at === last) redraw();
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
