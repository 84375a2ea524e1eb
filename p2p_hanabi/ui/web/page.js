"use strict";
(() => {
  const one = (selector) => document.querySelector(selector);
  const moments = [...document.querySelectorAll(".moment")];
  const last = moments.length - 1;
  const slider = one("#slider");
  const eyes = one("#eyes");
  let now = 0;

  function see() {
    const who = eyes.value;
    for (const each of document.querySelectorAll("[data-eyes]")) {
      each.classList.toggle("seen", each.dataset.eyes.split(" ").includes(who));
    }
    for (const hand of document.querySelectorAll("[data-seat]")) {
      hand.classList.toggle("unseen", who === "public" || who === hand.dataset.seat);
    }
  }

  function go(to) {
    now = Math.max(0, Math.min(last, to));
    moments.forEach((moment, number) => moment.classList.toggle("now", number === now));
    slider.value = now;
    for (const [id, end] of [["first", 0], ["back", 0], ["forward", last], ["last", last]]) {
      one("#" + id).disabled = now === end;
    }
    const told = [...moments[now].querySelectorAll("h2, .told p")];
    one("#live").textContent = told
      .filter((each) => each.offsetParent !== null)
      .map((each) => each.textContent)
      .join(" ");
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
  eyes.addEventListener("change", () => { see(); go(now); });
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
  const asked = Number(/^#move-(\d+)$/.exec(location.hash)?.[1] ?? 0);
  see();
  go(asked);
})();
