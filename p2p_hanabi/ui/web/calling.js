// Alerts the player with a sound, vibration, and the icon of the tab; and keeps the screen awake. The
// sound is offered once, at the first touch of a table, and the answer is remembered.

import { button } from "./parts.js";
import { element, svg } from "./table.js";

const WANTED = "p2phanabi-call";
export const PROGRAM = "p2phanabi";
const ICON = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect x="7" y="3" width="18" height="26" rx="3" fill="FILL" stroke="#888"/><path d="M16 8l2 6 6 2-6 2-2 6-2-6-6-2 6-2z" fill="STAR"/></svg>';
const BELL = "M12 3a6 6 0 0 0-6 6v5l-2 3h16l-2-3V9a6 6 0 0 0-6-6zM10 19a2 2 0 0 0 4 0z";
const SLASH = "M4 4l16 17";

function icon(isTurn) {
  const [fill, star] = isTurn ? ["#ffb454", "#7a2e00"] : ["#34507a", "#fff"];
  return "data:image/svg+xml," + encodeURIComponent(ICON.replace("FILL", fill).replace("STAR", star));
}

function bell(isOn) {
  const made = svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true", class: isOn ? "bell" : "bell off" });
  made.append(svg("path", { d: BELL }));
  if (!isOn) made.append(svg("path", { d: SLASH, class: "slash" }));
  return made;
}

function kept() {
  try {
    return localStorage.getItem(WANTED);
  } catch {
    return null; // the browser may forbid it
  }
}

export class Caller {
  #at;
  #words;
  #calls;
  #sound;
  #answer = kept();
  #isAtTable = false;
  #hasOffered = false;
  #awake;

  constructor(at, words) {
    this.#at = at;
    this.#words = words;
    at.call.title = words.call;
    at.call.setAttribute("aria-label", words.call);
    at.call.addEventListener("click", () => this.#want(!this.#isWanted));
    this.#show();
    document.addEventListener("visibilitychange", () => this.#stayAwake());
    document.addEventListener("pointerdown", () => this.#start(), { once: true });
    document.addEventListener("click", (event) => this.#offer(event));
  }

  get #isWanted() {
    return this.#answer === "yes";
  }

  take(page) {
    this.#isAtTable = page.kind === "table" && Boolean(page.areas);
    if (!this.#isAtTable) this.#at.offer.replaceChildren();
    this.#tell(page.title, Boolean(page.turn));
    const calls = page.calls ?? 0;
    if (this.#calls !== undefined && calls > this.#calls) {
      this.#at.offer.replaceChildren(); // it hides whose turn it is
      if (this.#isWanted) this.#call();
    }
    this.#calls = calls;
    this.#stayAwake();
  }

  rest() {
    this.#tell(PROGRAM, false);
  }

  #tell(title, isTurn) {
    if (document.title !== title) document.title = title;
    const href = icon(isTurn);
    if (this.#at.icon.getAttribute("href") !== href) this.#at.icon.setAttribute("href", href);
  }

  // A browser allows sound only after a touch, so the first touch is the time to offer it, for one turn.
  #offer(event) {
    const isAsked = this.#answer !== null || !this.#isAtTable || this.#hasOffered;
    if (isAsked || event.detail === 0 || event.target.closest("#top, dialog")) return;
    this.#hasOffered = true;
    const answer = (words, wants) => button(this.#words[words], `offer ${words}`, () => this.#want(wants));
    this.#at.offer.replaceChildren(element("span", "", this.#words["wants call"]), answer("yes", true), answer("no", false));
  }

  #want(isWanted) {
    this.#answer = isWanted ? "yes" : "no";
    try {
      localStorage.setItem(WANTED, this.#answer);
    } catch {
      // it is forgotten with the page
    }
    this.#start();
    this.#show();
    this.#at.offer.replaceChildren(...(isWanted ? this.#honestly() : []));
    if (isWanted) this.#call();
  }

  // Says what a page cannot do.
  #honestly() {
    const sentence = this.#words[this.#awake && !this.#awake.released ? "awake" : "dark"];
    const closing = button(this.#words.understood, "offer understood", () => this.#at.offer.replaceChildren());
    return [element("span", "", sentence), closing];
  }

  #show() {
    this.#at.call.setAttribute("aria-pressed", String(this.#isWanted));
    this.#at.call.replaceChildren(bell(this.#isWanted));
  }

  #start() {
    if (this.#isWanted) this.#sound ??= new AudioContext();
  }

  #call() {
    if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.([120, 60, 120]);
    if (!this.#sound) return;
    const [tone, loud] = [this.#sound.createOscillator(), this.#sound.createGain()];
    const now = this.#sound.currentTime;
    tone.frequency.setValueAtTime(660, now);
    tone.frequency.setValueAtTime(880, now + 0.14);
    loud.gain.setValueAtTime(0.0001, now);
    loud.gain.exponentialRampToValueAtTime(0.12, now + 0.03);
    loud.gain.exponentialRampToValueAtTime(0.001, now + 0.6);
    tone.connect(loud).connect(this.#sound.destination);
    tone.start(now);
    tone.stop(now + 0.6);
  }

  // Wake locks are available only on 127.0.0.1 and over TLS.
  async #stayAwake() {
    if (document.hidden || !navigator.wakeLock || (this.#awake && !this.#awake.released)) return;
    try {
      this.#awake = await navigator.wakeLock.request("screen");
    } catch {
      this.#awake = undefined; // for example on low battery
    }
  }
}
