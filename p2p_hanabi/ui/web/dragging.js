// Reorders the own hand: cards are dragged sideways, or moved by one position.

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

// Enables dragging within `hand`; `cardsOf` returns the sortable cards in their current order.
export function dragging(hand, cardsOf, sort) {
  let held = null;
  const buttons = () => [...hand.querySelectorAll("[data-card]")].filter((each) => cardsOf().includes(Number(each.dataset.card)));
  const letGo = () => {
    held?.button.style.removeProperty("transform");
    held?.button.classList.remove("held");
    held = null;
  };
  hand.addEventListener("pointerdown", (event) => {
    const button = event.target.closest("[data-card]");
    if (!button || !event.isPrimary || event.button || !buttons().includes(button)) return;
    held = { button, x: event.clientX, y: event.clientY, isMoved: false };
  });
  hand.addEventListener("pointermove", (event) => {
    if (!held || !event.isPrimary) return;
    const [right, down] = [event.clientX - held.x, event.clientY - held.y];
    if (!held.isMoved && Math.abs(right) < STARTS) return;
    if (!held.isMoved) held.button.setPointerCapture(event.pointerId);
    held.isMoved = true;
    held.button.classList.add("held");
    held.button.style.transform = `translate(${right}px, ${down}px)`;
  });
  hand.addEventListener("pointerup", (event) => {
    if (!held?.isMoved) return letGo();
    const card = Number(held.button.dataset.card);
    const rest = held.button;
    rest.style.removeProperty("transform");
    const to = nearest(buttons(), event.clientX, event.clientY);
    letGo();
    const order = movedBy(cardsOf(), card, to - cardsOf().indexOf(card));
    if (order && to !== cardsOf().indexOf(card)) sort(order);
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
