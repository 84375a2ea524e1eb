// Alerts the player with a sound, vibration, and the icon of the tab; and keeps the screen awake.

const WANTED = "p2phanabi-call";
const PROGRAM = "p2phanabi";
const ICON = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect x="7" y="3" width="18" height="26" rx="3" fill="FILL" stroke="#888"/><path d="M16 8l2 6 6 2-6 2-2 6-2-6-6-2 6-2z" fill="STAR"/></svg>';

function icon(isTurn) {
  const [fill, star] = isTurn ? ["#ffb454", "#7a2e00"] : ["#34507a", "#fff"];
  return "data:image/svg+xml," + encodeURIComponent(ICON.replace("FILL", fill).replace("STAR", star));
}

function kept() {
  try {
    return localStorage.getItem(WANTED) === "yes";
  } catch {
    return false; // the browser may forbid it
  }
}

export class Caller {
  #button;
  #link;
  #calls;
  #sound;
  #isWanted = kept();
  #awake;

  constructor(toggle, link, words) {
    this.#button = toggle;
    this.#link = link;
    toggle.textContent = words.call;
    toggle.title = words["call told"];
    toggle.addEventListener("click", () => this.#want(!this.#isWanted));
    this.#show();
    document.addEventListener("visibilitychange", () => this.#stayAwake());
    document.addEventListener("pointerdown", () => this.#start(), { once: true });
  }

  take(page) {
    this.#tell(page.title, Boolean(page.turn));
    const calls = page.calls ?? 0;
    if (this.#calls !== undefined && calls > this.#calls && this.#isWanted) this.#call();
    this.#calls = calls;
    this.#stayAwake();
  }

  rest() {
    this.#tell(PROGRAM, false);
  }

  #tell(title, isTurn) {
    document.title = title;
    const href = icon(isTurn);
    if (this.#link.getAttribute("href") !== href) this.#link.setAttribute("href", href);
  }

  #want(isWanted) {
    this.#isWanted = isWanted;
    try {
      localStorage.setItem(WANTED, isWanted ? "yes" : "no");
    } catch {
      // then it lasts until the page is closed
    }
    this.#start();
    this.#show();
    if (isWanted) this.#call();
  }

  #show() {
    this.#button.setAttribute("aria-pressed", String(this.#isWanted));
  }

  // A browser allows sound only after the page was touched.
  #start() {
    if (this.#isWanted) this.#sound ??= new AudioContext();
  }

  #call() {
    if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.([120, 60, 120]);
    if (!this.#sound) return;
    const [tone, loud] = [this.#sound.createOscillator(), this.#sound.createGain()];
    const now = this.#sound.currentTime;
    tone.frequency.setValueAtTime(880, now);
    tone.frequency.setValueAtTime(1174, now + 0.12);
    loud.gain.setValueAtTime(0.15, now);
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
