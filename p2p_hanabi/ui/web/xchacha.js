// XChaCha20-Poly1305 (RFC 8439, draft-irtf-cfrg-xchacha-03): pages on a home network are served
// without TLS, and browsers then provide no crypto.subtle.

const CONSTANTS = [0x61707865, 0x3320646e, 0x79622d32, 0x6b206574];
const P = (1n << 130n) - 5n;
const CLAMP = 0x0ffffffc0ffffffc0ffffffc0fffffffn;

export const TAG_BYTES = 16;

function view(bytes) {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function words(bytes) {
  const found = view(bytes);
  return Array.from({ length: bytes.length / 4 }, (_, n) => found.getUint32(4 * n, true));
}

function quarter(x, a, b, c, d) {
  let t;
  x[a] += x[b];
  t = x[d] ^ x[a];
  x[d] = (t << 16) | (t >>> 16);
  x[c] += x[d];
  t = x[b] ^ x[c];
  x[b] = (t << 12) | (t >>> 20);
  x[a] += x[b];
  t = x[d] ^ x[a];
  x[d] = (t << 8) | (t >>> 24);
  x[c] += x[d];
  t = x[b] ^ x[c];
  x[b] = (t << 7) | (t >>> 25);
}

function rounds(x) {
  for (let n = 0; n < 10; n += 1) {
    quarter(x, 0, 4, 8, 12);
    quarter(x, 1, 5, 9, 13);
    quarter(x, 2, 6, 10, 14);
    quarter(x, 3, 7, 11, 15);
    quarter(x, 0, 5, 10, 15);
    quarter(x, 1, 6, 11, 12);
    quarter(x, 2, 7, 8, 13);
    quarter(x, 3, 4, 9, 14);
  }
}

// Derives a key from the nonce's first 16 bytes; the last 8 are left for the cipher.
function hchacha(key, nonce) {
  const x = Uint32Array.from([...CONSTANTS, ...words(key), ...words(nonce)]);
  rounds(x);
  return [...x.subarray(0, 4), ...x.subarray(12)];
}

// XORs the text with the key stream from this block on.
function chacha(key, nonce, block, text) {
  const start = Uint32Array.from([...CONSTANTS, ...key, block, ...nonce]);
  const x = new Uint32Array(16);
  const stream = new Uint8Array(64);
  const streamed = view(stream);
  const made = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += 64) {
    x.set(start);
    rounds(x);
    for (let n = 0; n < 16; n += 1) streamed.setUint32(4 * n, x[n] + start[n], true);
    const end = Math.min(64, text.length - at);
    for (let n = 0; n < end; n += 1) made[at + n] = text[at + n] ^ stream[n];
    start[12] += 1;
  }
  return made;
}

function number(seen, at) {
  return seen.getBigUint64(at, true) | (seen.getBigUint64(at + 8, true) << 64n);
}

// Computes the tag of parts, each padded to whole blocks, as in RFC 8439, 2.8.
function poly1305(key, parts) {
  const keyed = view(key);
  const r = number(keyed, 0) & CLAMP;
  let sum = 0n;
  for (const part of parts) {
    const filled = new Uint8Array(Math.ceil(part.length / 16) * 16);
    filled.set(part);
    const seen = view(filled);
    for (let at = 0; at < filled.length; at += 16) {
      sum = ((sum + number(seen, at) + (1n << 128n)) * r) % P;
    }
  }
  sum += number(keyed, 16);
  const tag = new Uint8Array(TAG_BYTES);
  view(tag).setBigUint64(0, sum & 0xffffffffffffffffn, true);
  view(tag).setBigUint64(8, (sum >> 64n) & 0xffffffffffffffffn, true);
  return tag;
}

function tagOf(key, nonce, sealed, label) {
  const lengths = new Uint8Array(16);
  view(lengths).setUint32(0, label.length, true);
  view(lengths).setUint32(8, sealed.length, true);
  return poly1305(chacha(key, nonce, 0, new Uint8Array(32)), [label, sealed, lengths]);
}

function prepared(key, nonce) {
  return [hchacha(key, nonce.subarray(0, 16)), [0, ...words(nonce.subarray(16))]];
}

// All arguments are Uint8Array: a key of 32 bytes, a nonce of 24.
export function seal(key, nonce, text, label) {
  const [own, rest] = prepared(key, nonce);
  const sealed = chacha(own, rest, 1, text);
  const box = new Uint8Array(sealed.length + TAG_BYTES);
  box.set(sealed);
  box.set(tagOf(own, rest, sealed, label), sealed.length);
  return box;
}

// Returns the text given to `seal`, or null if the box is not authentic.
export function open(key, nonce, box, label) {
  if (box.length < TAG_BYTES) return null;
  const [own, rest] = prepared(key, nonce);
  const sealed = box.subarray(0, box.length - TAG_BYTES);
  const tag = tagOf(own, rest, sealed, label);
  let wrong = 0;
  for (let n = 0; n < TAG_BYTES; n += 1) wrong |= tag[n] ^ box[sealed.length + n];
  return wrong === 0 ? chacha(own, rest, 1, sealed) : null;
}
