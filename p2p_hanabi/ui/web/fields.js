// Text fields with completion.

import { element } from "./table.js";
import { button } from "./parts.js";

const MOST_CHIPS = 6;
let made = 0;

// Splits a text into the word being typed, and what precedes it.
function typed(field, text) {
  const end = field.separator ? text.lastIndexOf(field.separator) + 1 : 0;
  return { before: text.slice(0, end), word: text.slice(end) };
}

function completions(field, text) {
  const { word } = typed(field, text);
  const start = word.trim().toLocaleLowerCase();
  if (field.separator && !start) return [];
  const fits = (field.offered ?? []).filter((each) => each.toLocaleLowerCase().startsWith(start));
  return fits.includes(word.trim()) ? [] : fits.slice(0, MOST_CHIPS);
}

// A label that repeats the heading is only heard.
export function fieldForm(field, send, heading) {
  const form = element("form", "field");
  const label = element("label");
  label.append(element("span", field.label === heading ? "sr" : "", field.label));
  const input = element("input");
  made += 1;
  input.id = label.htmlFor = `field-${made}`;
  const chips = element("div", "chips");
  const submit = element("button", "submit", field.button);
  Object.assign(input, { value: field.value ?? "", placeholder: field.hint ?? "", maxLength: field.max_length, autocomplete: "off", dir: "auto" });
  input.setAttribute("autocapitalize", "off");
  input.spellcheck = false;
  input.dataset.key = `type ${field.name}`;
  submit.dataset.key = `send ${field.name}`;
  const complete = (word) => {
    input.value = typed(field, input.value).before + word;
    offer();
    input.focus();
  };
  const offer = () => {
    chips.replaceChildren(...completions(field, input.value).map((word) => button(word, `chip ${word}`, () => complete(word), "chip")));
  };
  if (field.usual) input.addEventListener("focus", () => input.select(), { once: true });
  input.addEventListener("input", offer);
  input.addEventListener("keydown", (event) => {
    const only = completions(field, input.value);
    if (event.key !== "Tab" || event.shiftKey || only.length !== 1 || !input.value) return;
    event.preventDefault();
    complete(only[0]);
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send({ do: "type", field: field.name, text: input.value });
    form.dataset.isSent = "true";
  });
  const row = element("div", "row");
  row.append(input, submit);
  form.append(label, row, chips);
  offer();
  return form;
}

// Replaces what was sent by the program's new value.
export function refresh(form, field) {
  if (!form.dataset.isSent) return;
  delete form.dataset.isSent;
  const input = form.querySelector("input");
  input.value = field.value ?? "";
  input.dispatchEvent(new Event("input"));
}
