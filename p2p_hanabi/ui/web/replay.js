import { drawnArea, drawnLines, element, quote } from "./table.js";

const game = JSON.parse(document.querySelector("#game").textContent);
const one = (selector) => document.querySelector(selector);
const [slider, eyes, main, moves] = ["#slider", "#eyes", "main", "#moves"].map(one);
const line = document.querySelector("#line"); // there if lines were kept
let now = 0;
let shown = game.moments; // those of the game, or of the chosen line
let last = shown.length - 1;
quote(game.quoted);

function areasOf(moment) {
  return moment.areas.map((area) => drawnArea(game.areas[area], { fronts: game.fronts, words: game.words, eyes: eyes.value }));
}

function show() {
  const moment = shown[now];
  const drawn = element("div", "moment");
  const chosen = chosenLine();
  const isOff = chosen && now > chosen.leaves;
  const about = isOff ? [line.selectedOptions[0].textContent, chosen.remark].filter(Boolean) : [];
  drawn.append(element("h2", "", moment.heading), ...about.map((each) => element("p", "note", each)), ...drawnLines(moment.text, eyes.value));
  main.replaceChildren(drawn, ...areasOf(moment));
  slider.value = now;
  for (const [id, end] of [["first", 0], ["back", 0], ["forward", last], ["last", last]]) {
    one("#" + id).disabled = now === end;
  }
  one("#live").textContent = [...drawn.children].map((each) => each.textContent).join(" ");
  [...moves.children].forEach((row, number) => {
    if (number === now) row.setAttribute("aria-current", "true");
    else row.removeAttribute("aria-current");
  });
  const row = moves.children[now];
  if (moves.scrollHeight > moves.clientHeight) moves.scrollTop = row.offsetTop - moves.clientHeight / 2;
}

function chosenLine() {
  return game.lines?.[Number(line?.value ?? 0) - 1];
}

// The same turn of the game or of a line.
function change() {
  const chosen = chosenLine();
  shown = chosen ? [...game.moments.slice(0, chosen.leaves + 1), ...chosen.moments] : game.moments;
  last = shown.length - 1;
  slider.max = last;
  list();
  go(now);
}

function list() {
  moves.replaceChildren(...shown.map((moment, number) => {
    const row = element("li", "");
    const lines = drawnLines(moment.text, eyes.value).map((each) => each.textContent);
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
line?.addEventListener("change", change);
one("#first").addEventListener("click", () => go(0));
one("#back").addEventListener("click", () => go(now - 1));
one("#forward").addEventListener("click", () => go(now + 1));
one("#last").addEventListener("click", () => go(last));
document.addEventListener("keydown", (event) => {
  const typing = event.target === eyes || event.target === line || event.ctrlKey || event.altKey || event.metaKey;
  if (typing || !(event.key in steps)) return;
  event.preventDefault();
  go(steps[event.key]());
});
list();
go(Number(/^#move-(\d+)$/.exec(location.hash)?.[1] ?? 0));
