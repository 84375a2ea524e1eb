// Cards of the own hand are dragged: sideways to reorder the hand, or onto another area.

const STARTS = 8; // pixels; a shorter movement is a touch

export function movedBy(cards, card, by) {
  const from = cards.indexOf(card);
  const to = from + by;
  if (from < 0 || to < 0 || to >= cards.length) return null;
  const order = cards.filter((each) => each !== card);
  order.splice(to, 0, card);
  return order;
}

function nearest(buttons, x, y) {
  const away = buttons.map((each) => {
    const box = each.getBoundingClientRect();
    return Math.hypot(box.x + box.width / 2 - x, box.y + box.height / 2 - y);
  });
  return away.indexOf(Math.min(...away));
}

const areas = (keys) => [...document.querySelectorAll("[data-area]")].filter((each) => keys.includes(each.dataset.area));

function areaAt(keys, x, y) {
  return document.elementsFromPoint(x, y).find((each) => keys.includes(each.dataset?.area))?.dataset.area;
}

// Enables dragging within `hand`. `cardsOf` returns the sortable cards in their current order,
// `targetsOf` the keys of the areas onto which a card can be dragged.
export function dragging(hand, { cardsOf, targetsOf, sort, drop }) {
  let held = null;
  const buttons = () => [...hand.querySelectorAll("[data-card]")].filter((each) => cardsOf().includes(Number(each.dataset.card)));
  const letGo = () => {
    held?.button.style.removeProperty("transform");
    held?.button.classList.remove("held");
    for (const each of document.querySelectorAll(".target")) each.classList.remove("target");
    held = null;
  };
  hand.addEventListener("pointerdown", (event) => {
    const button = event.target.closest("button[data-card]");
    if (!button || !event.isPrimary || event.button) return;
    const card = Number(button.dataset.card);
    const targets = targetsOf(card);
    if (targets.length || buttons().includes(button)) held = { button, card, targets, x: event.clientX, y: event.clientY, isMoved: false };
  });
  hand.addEventListener("pointermove", (event) => {
    if (!held || !event.isPrimary) return;
    const [right, down] = [event.clientX - held.x, event.clientY - held.y];
    if (!held.isMoved && Math.hypot(right, down) < STARTS) return;
    if (!held.isMoved) {
      held.button.setPointerCapture(event.pointerId);
      for (const each of areas(held.targets)) each.classList.add("target");
    }
    held.isMoved = true;
    held.button.classList.add("held");
    held.button.style.transform = `translate(${right}px, ${down}px)`;
  });
  hand.addEventListener("pointerup", (event) => {
    if (!held?.isMoved) return letGo();
    const { card, button, targets } = held;
    const onto = areaAt(targets, event.clientX, event.clientY);
    button.style.removeProperty("transform");
    const at = cardsOf().indexOf(card);
    const to = nearest(buttons(), event.clientX, event.clientY);
    letGo();
    const order = at < 0 ? null : movedBy(cardsOf(), card, to - at);
    if (onto !== undefined) drop(card, onto);
    else if (order && to !== at) sort(order);
    // a dragged card was not touched
    hand.addEventListener("click", stop, { capture: true, once: true });
    requestAnimationFrame(() => hand.removeEventListener("click", stop, { capture: true }));
  });
  hand.addEventListener("pointercancel", letGo);
}

function stop(event) {
  event.stopPropagation();
  event.preventDefault();
}
