// Parts of all kinds of pages: buttons, QR codes, lists of lines, dialogs.

import { drawnLines, element, svg } from "./table.js";

const READ_WITHIN_MS = 60000;

export function button(words, key, whenPressed, className = "") {
  const made = element("button", className, words);
  made.type = "button";
  made.dataset.key = key;
  made.addEventListener("click", whenPressed);
  return made;
}

export function offeredButton(offered, press) {
  const made = button(offered.words, `press ${offered.does}`, () => press(offered.does), offered.main ? "main" : offered.quiet ? "quiet" : "");
  if (offered.about) made.append(element("small", "about", offered.about));
  if (offered.on) made.setAttribute("aria-pressed", "true");
  if (offered.key) made.setAttribute("aria-keyshortcuts", offered.key);
  if (!offered.why_not) return made;
  made.disabled = true;
  const both = element("span", "impossible");
  both.append(made, element("small", "", offered.why_not));
  return both;
}

export function choiceGroup(choice, number, press) {
  const group = element("div", "choice");
  const label = element("h2", "", choice.label);
  label.id = `choice-${number}`;
  group.setAttribute("role", "group");
  group.setAttribute("aria-labelledby", label.id);
  const buttons = element("div", "buttons");
  const made = choice.buttons.map((each) => offeredButton(each, press));
  made.forEach((each, at) => each.setAttribute("aria-pressed", String(Boolean(choice.buttons[at].on))));
  buttons.append(...made);
  group.append(label, buttons, ...(choice.about ? [element("small", "", choice.about)] : []));
  return group;
}

// A seat of a lobby; that of a player about whom there is more to read is a button.
export function seatToken(seat, press) {
  const item = element("li", "seat");
  for (const each of ["me", "ready", "away", "free"]) item.classList.toggle(each, Boolean(seat[each]));
  const inside = [element(seat.free ? "span" : "strong", "who", seat.words)];
  if (seat.state) inside.push(element("span", "state", seat.state));
  inside.push(...(seat.marks ?? []).map((each) => element("small", each.strong ? "strong" : "", each.text)));
  if (!seat.does) {
    item.append(...inside);
    item.classList.add("plain");
    return item;
  }
  const made = button("", `press ${seat.does}`, () => press(seat.does));
  made.append(...inside, element("span", "more", seat.more));
  item.append(made);
  return item;
}

// A code of several words, each kept whole.
export function roomCode(code, label) {
  const made = element("strong", "room-code");
  made.append(...code.split("-").flatMap((word, at) => [...(at ? ["-", document.createElement("wbr")] : []), element("span", "", word)]));
  return [element("span", "", label), made];
}

export function qrCode(code, press) {
  const figure = element("figure", "code");
  const side = code.size + 8;
  const picture = svg("svg", { viewBox: `-4 -4 ${side} ${side}`, role: "img", "aria-label": code.words });
  const caption = element("figcaption", "", code.words);
  const buttons = element("div", "buttons");
  buttons.append(...(code.buttons ?? []).map((each) => offeredButton(each, press)));
  if (!code.address) {
    figure.append(caption, buttons);
    return figure;
  }
  picture.append(svg("rect", { x: -4, y: -4, width: side, height: side, fill: "#fff" }));
  picture.append(svg("path", { d: code.path, fill: "#000", "shape-rendering": "crispEdges" }));
  figure.append(caption, picture, element("code", "", code.address), buttons);
  return figure;
}

function download({ name, content }) {
  const link = element("a");
  link.href = URL.createObjectURL(new Blob([content], { type: "text/html" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), READ_WITHIN_MS);
}

export function ask(dialog, asked, { press, field }) {
  dialog.classList.toggle("alarm", Boolean(asked.alarm));
  dialog.setAttribute("role", asked.alarm ? "alertdialog" : "dialog");
  dialog.setAttribute("aria-labelledby", "asked");
  const title = element("h2", "", asked.title);
  title.id = "asked";
  const buttons = element("div", "buttons");
  if (asked.download) buttons.append(button(asked.download.words, "download", () => download(asked.download), "main"));
  buttons.append(...(asked.buttons ?? []).map((each) => offeredButton(each, press)));
  return [
    title,
    ...drawnLines(asked.lines),
    ...(asked.codes ?? []).map((code) => qrCode(code, press)),
    ...(asked.field ? [field(asked.field)] : []),
    buttons,
  ];
}
