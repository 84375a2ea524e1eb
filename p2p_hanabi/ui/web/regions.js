// Redraws parts of the page only when their data has changed, and keeps the focus.

const shown = new WeakMap();

export function changed(region, data) {
  const json = JSON.stringify(data);
  if (shown.get(region) === json) return false;
  shown.set(region, json);
  return true;
}

export function keepingFocus(region, draw) {
  const active = document.activeElement;
  const key = region.contains(active) ? active.dataset.key : undefined;
  draw();
  if (key === undefined) return;
  const again = [...region.querySelectorAll("[data-key]")].find((each) => each.dataset.key === key);
  (again ?? region.querySelector("button:enabled, input") ?? document.querySelector("#heading")).focus({ preventScroll: true });
}

export function redraw(region, data, draw) {
  if (!changed(region, data)) return;
  keepingFocus(region, () => region.replaceChildren(...draw()));
}

// Maintains one element for each item, by key, as long as the item exists.
export function keyed(parent, items, keyOf, make) {
  const old = new Map([...parent.children].map((each) => [each.dataset.row, each]));
  const rows = items.map((item, at) => {
    const key = String(keyOf(item, at));
    const row = old.get(key) ?? make(item);
    old.delete(key);
    row.dataset.row = key;
    return row;
  });
  for (const gone of old.values()) gone.remove();
  rows.forEach((row, at) => {
    if (parent.children[at] !== row) parent.insertBefore(row, parent.children[at] ?? null);
  });
  return rows;
}

// The lists that somebody has scrolled up to read; all others show their ends.
let read = new Set();

export function findReaders() {
  read = new Set([...document.querySelectorAll(".entries")].filter((list) => list.scrollHeight - list.scrollTop - list.clientHeight >= 40));
}

export const forgetReaders = () => read.clear();

export function showEnds() {
  const lists = [...document.querySelectorAll(".entries")].filter((list) => !read.has(list));
  const heights = lists.map((list) => list.scrollHeight);
  lists.forEach((list, at) => { list.scrollTop = heights[at]; });
}

// Updates a list of lines to which new ones are appended, and from whose beginning old ones are
// removed: only new ones are inserted, so that screen readers read only these.
export function follow(list, lines, make) {
  const texts = lines.map((line) => line.text);
  const old = [...list.children].map((row) => row.line);
  let gone = 0;
  while (gone < old.length && !old.slice(gone).every((text, at) => text === texts[at])) gone += 1;
  for (let left = gone; left > 0; left -= 1) list.firstChild.remove();
  list.append(...lines.slice(old.length - gone).map((line) => Object.assign(make(line), { line: line.text })));
  if (gone === old.length) read.delete(list);
}
