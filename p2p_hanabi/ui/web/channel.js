// The connection from this page to its seat's peer; net/page_channel.py is the other side, and
// documents the format.
//
//   const channel = connect({ onSnapshot(snapshot), onState(state) });
//   channel.send({ ... })   true if it was sent
//   channel.again()         after "elsewhere", "left" or "refused": take the seat back, or try again
//
// States: "connecting", "open", "lost" (reconnects automatically), "stopped" (the same, of a program
// that was closed), "elsewhere" (another page took the seat), "left" (its player has left), "finished"
// (the program has ended), "refused" (no valid secret), "other-version" (the page must be reloaded).

import { derived, joined, respond } from "./noise.js";

const VERSION = 2;
const LABEL = new TextEncoder().encode(`p2phanabi page${String.fromCharCode(VERSION)}`);
const DEVICE = new TextEncoder().encode("device");
const [KEPT, MESSAGE, PING] = [0, 1, 2];
const [KEEP, HERE, SNAPSHOT] = [0, 1, 2];
const ID_BYTES = 4;
const KEY_BYTES = 32;
const BUILD_BYTES = 4;
const GREETING_BYTES = 1 + BUILD_BYTES + KEY_BYTES + 16;
const CLOSED = { 4001: "elsewhere", 4002: "refused", 4003: "other-version", 4006: "left", 4007: "finished", 4008: "stopped" };
const AGAIN = ["lost", "stopped"]; // states in which the page reconnects
const HERE_AT = location.pathname; // a door of the port at which this computer has all its pages
const KEPT_AS = HERE_AT === "/" ? "p2phanabi" : `p2phanabi ${HERE_AT}`;
const CHECK_MS = 3000;
const ANSWER_MS = 4000; // a peer that is computing proofs and saving may be slow to answer
const WOKEN_ANSWER_MS = 1000; // after a sleep, the connection is usually gone
const FRESH_MS = 500;
const PATIENCE_MS = 1500;
const MOST_PATIENCE_MS = 5000;
const FIRST_PAUSE_MS = 100;

// -- secrets

function secretOf(text) {
  if (!/^[A-Za-z0-9_-]{48}$/.test(text)) return null;
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (each) => each.charCodeAt(0));
}

function textOf(secret) {
  return btoa(String.fromCharCode(...secret)).replaceAll("+", "-").replaceAll("/", "_");
}

// A browser may refuse to store anything: then the secret lasts as long as the page.
let remembered = "";

function kept() {
  try {
    return secretOf(localStorage.getItem(KEPT_AS) ?? remembered);
  } catch {
    return secretOf(remembered);
  }
}

function keep(secret) {
  remembered = textOf(secret);
  try {
    localStorage.setItem(KEPT_AS, remembered);
  } catch {
    // as above
  }
}

function forgetAddress() {
  history.replaceState(null, "", HERE_AT);
}

// -- one connection

class Connection {
  constructor(secret, handlers) {
    this.secret = secret;
    this.handlers = handlers;
    this.session = null;
    this.isOpen = false;
    this.socket = new WebSocket(`ws://${location.host}${HERE_AT}socket`);
    this.socket.binaryType = "arraybuffer";
    this.socket.onmessage = (event) => this.receive(event.data);
    this.socket.onclose = (event) => this.end(CLOSED[event.code] ?? "lost");
  }

  receive(data) {
    if (!(data instanceof ArrayBuffer)) return this.end("lost");
    const frame = new Uint8Array(data);
    if (this.session === null) return this.greet(frame);
    const content = this.session.receiving.decrypt(frame);
    if (content === null) return this.end("lost");
    this.handlers.received();
    const rest = content.subarray(1);
    if (content[0] === KEEP) {
      if (!this.handlers.isInvited()) return this.end("lost"); // another peer would replace the secret
      this.handlers.bound(this.device());
      this.write(KEPT);
    } else if (content[0] === HERE) {
      this.isOpen = true;
      this.handlers.open();
    } else if (content[0] === SNAPSHOT) {
      this.handlers.snapshot(JSON.parse(new TextDecoder().decode(rest)));
    }
    return undefined;
  }

  greet(frame) {
    const build = frame.subarray(1, 1 + BUILD_BYTES);
    const isOurs = frame[0] === VERSION && frame.length === GREETING_BYTES;
    if (!isOurs || !this.handlers.isBuild(build.join())) return this.end("other-version");
    const own = crypto.getRandomValues(new Uint8Array(KEY_BYTES));
    const [id, key] = [this.secret.subarray(0, ID_BYTES), this.secret.subarray(ID_BYTES)];
    this.session = respond(joined(LABEL, build), key, frame.subarray(1 + BUILD_BYTES), own);
    own.fill(0);
    if (this.session === null) return this.end("lost");
    this.socket.send(joined([VERSION], id, this.session.answer));
    return undefined;
  }

  // The device's own secret, which the peer derives too.
  device() {
    const [first, second] = derived(this.session.exported, DEVICE, 2);
    return joined(first, second).slice(0, ID_BYTES + KEY_BYTES);
  }

  write(kind, content = []) {
    if (this.session === null || this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(this.session.sending.encrypt(joined([kind], content)));
    return true;
  }

  end(why) {
    const { socket } = this;
    if (socket === null) return;
    this.socket = null;
    this.isOpen = false;
    socket.onmessage = null;
    socket.onclose = null;
    socket.close();
    this.handlers.end(why);
  }
}

// -- the channel

class Channel {
  constructor({ onSnapshot, onState }) {
    this.onSnapshot = onSnapshot;
    this.onState = onState;
    this.state = "";
    this.connection = null;
    this.timer = null;
    this.answer = null;
    this.pause = FIRST_PAUSE_MS;
    this.patience = PATIENCE_MS;
    this.began = 0;
    this.build = null;
    this.invitation = null;
    const wake = () => document.visibilityState === "visible" && this.wake();
    document.addEventListener("visibilitychange", wake);
    for (const event of ["online", "pageshow", "focus"]) window.addEventListener(event, wake);
    window.addEventListener("hashchange", () => this.begin());
    setInterval(() => this.answer ?? this.check(ANSWER_MS), CHECK_MS);
    this.begin();
  }

  begin() {
    const invited = secretOf(location.hash.slice(1));
    if (invited === null && this.connection !== null) return;
    this.invitation = invited;
    this.again();
  }

  again() {
    this.pause = FIRST_PAUSE_MS;
    this.patience = PATIENCE_MS;
    this.connect();
  }

  // Reconnect only from states from which the page does so automatically.
  wake() {
    const isFresh = this.connection !== null && performance.now() - this.began < FRESH_MS;
    if (this.state === "open") this.check(WOKEN_ANSWER_MS);
    else if (["connecting", ...AGAIN].includes(this.state) && !isFresh) this.again();
  }

  check(patience) {
    if (this.state !== "open" || document.visibilityState !== "visible") return;
    if (this.answer === null) this.connection.write(PING);
    clearTimeout(this.answer);
    this.answer = setTimeout(() => this.connection.end("lost"), patience);
  }

  connect() {
    this.drop();
    const secret = this.invitation ?? kept();
    if (secret === null) {
      this.tell("refused");
      return;
    }
    if (!AGAIN.includes(this.state)) this.tell("connecting");
    const connection = new Connection(secret, {
      isBuild: (build) => (this.build ??= build) === build,
      received: () => this.received(),
      isInvited: () => this.invitation !== null,
      bound: (own) => this.bound(own),
      open: () => this.tell("open"),
      snapshot: (snapshot) => this.onSnapshot(snapshot),
      end: (why) => this.ended(why),
    });
    this.connection = connection;
    this.began = performance.now();
    this.timer = setTimeout(() => connection.isOpen || connection.end("lost"), this.patience);
    this.patience = Math.min(MOST_PATIENCE_MS, this.patience * 1.5);
  }

  // Silently: another connection follows, or none.
  drop() {
    clearTimeout(this.timer);
    this.received();
    const { connection } = this;
    this.connection = null;
    if (connection !== null) {
      connection.handlers.end = () => {};
      connection.end("dropped");
    }
  }

  received() {
    clearTimeout(this.answer);
    this.answer = null;
  }

  bound(own) {
    keep(own);
    this.invitation = null;
    forgetAddress();
  }

  ended(why) {
    this.drop();
    if (why === "refused" && this.invitation !== null) {
      this.invitation = null; // used up, perhaps by this very device
      forgetAddress();
      this.connect();
    } else if (AGAIN.includes(why)) {
      this.tell(this.state === "stopped" ? "stopped" : why); // nobody answers there: that is no news
      const most = document.visibilityState === "visible" ? 1000 : 5000;
      this.timer = setTimeout(() => this.connect(), Math.min(this.pause, most));
      this.pause *= 2;
    } else {
      this.tell(why);
    }
  }

  tell(state) {
    if (state === "open") {
      this.pause = FIRST_PAUSE_MS;
      this.patience = PATIENCE_MS;
    }
    if (state === this.state) return;
    this.state = state;
    this.onState(state);
  }

  send(message) {
    if (this.state !== "open") return false;
    return this.connection.write(MESSAGE, new TextEncoder().encode(JSON.stringify(message)));
  }
}

export function connect(handlers) {
  const channel = new Channel(handlers);
  return { send: (message) => channel.send(message), again: () => channel.again() };
}
