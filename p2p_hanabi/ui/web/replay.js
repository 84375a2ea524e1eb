import { drawnArea, drawnLines, element, quote } from "./table.js";

const game = JSON.parse(document.querySelector("#game").textContent);
const last = game.moments.length - 1;
const one = (selector) => document.querySelector(selector);
const [slider, eyes, main, moves] = ["#slider", "#eyes", "main", "#moves"].map(one);
let now = 0;
quote(game.quoted);

function areasOf(moment) {
  return moment.areas.map((area) => drawnArea(game.areas[area], { fronts: game.fronts, words: game.words, eyes: eyes.value }));
}

function show() {
  const moment = game.moments[now];
  const told = element("div", "told");
  told.append(element("h2", "", moment.heading), ...drawnLines(moment.told, eyes.value));
  main.replaceChildren(told, ...areasOf(moment));
  slider.value = now;
  for (const [id, end] of [["first", 0], ["back", 0], ["forward", last], ["last", last]]) {
    one("#" + id).disabled = now === end;
  }
  one("#live").textContent = [...told.children].map((each) => each.textContent).join(" ");
  [...moves.children].forEach((row, number) => {
    if (number === now) row.setAttribute("aria-current", "true");
    else row.removeAttribute("aria-current");
  });
  const row = moves.children[now];
  if (moves.scrollHeight > moves.clientHeight) moves.scrollTop = row.offsetTop - moves.clientHeight / 2;
}

function list() {
  moves.replaceChildren(...game.moments.map((moment, number) => {
    const row = element("li", "");
    const lines = drawnLines(moment.told, eyes.value).map((each) => each.textContent);
    const button = element("button", "", lines[0] ?? moment.heading);
    button.type = "button";
    button.addEventListener("click", () => go(number));
    row.append(button);
    row.value = number;
    return row;
  }));
}

function go(to) {
  now = Math.max(0, Math.min(last, to));
  show();
}

const steps = {
  ArrowLeft: () => now - 1,
  ArrowRight: () => now + 1,
  PageUp: () => now - 10,
  PageDown: () => now + 10,
  Home: () => 0,
  End: () => last,
};

document.documentElement.classList.add("js");
slider.max = last;
slider.addEventListener("input", () => go(Number(slider.value)));
eyes.addEventListener("change", () => { list(); show(); });
one("#first").addEventListener("click", () => go(0));
one("#back").addEventListener("click", () => go(now - 1));
one("#forward").addEventListener("click", () => go(now + 1));
one("#last").addEventListener("click", () => go(last));
document.addEventListener("keydown", (event) => {
  const typing = event.target === eyes || event.ctrlKey || event.altKey || event.metaKey;
  if (typing || !(event.key in steps)) return;
  event.preventDefault();
  go(steps[event.key]());
});
list();
go(Number(/^#move-(\d+)$/.exec(location.hash)?.[1] ?? 0));
