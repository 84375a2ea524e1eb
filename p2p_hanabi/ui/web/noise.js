// Noise_NNpsk2_25519_ChaChaPoly_SHA256 of the Noise Protocol Framework, revision 34, for the side that
// answers; net/noise.py is the other side. Browsers provide no crypto.subtle to pages on a home network,
// which are served without TLS, so noble.js, an audited library, has X25519, the cipher and the hash.

import { chacha20poly1305, hkdf, sha256, x25519 } from "./noble.js";

const NAME = new TextEncoder().encode("Noise_NNpsk2_25519_ChaChaPoly_SHA256");
const KEY_BYTES = 32;
const NOTHING = new Uint8Array();

export function joined(...parts) {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

// Derives 2 or 3 keys (section 4.3).
export function derived(ck, material, outputs) {
  const keys = hkdf(sha256, material, ck, NOTHING, outputs * KEY_BYTES);
  return Array.from({ length: outputs }, (_, n) => keys.slice(n * KEY_BYTES, (n + 1) * KEY_BYTES));
}

function cipher(key, number, data) {
  const nonce = new Uint8Array(12);
  new DataView(nonce.buffer).setBigUint64(4, number, true);
  return chacha20poly1305(key, nonce, data);
}

// The state of a handshake (section 5.2).
class Symmetric {
  constructor(prologue) {
    this.h = sha256(NAME); // hashed: it has more than 32 bytes
    this.ck = this.h;
    this.k = null;
    this.mixHash(prologue);
  }

  mixHash(data) {
    this.h = sha256(joined(this.h, data));
  }

  mixKey(material) {
    [this.ck, this.k] = derived(this.ck, material, 2);
  }

  mixKeyAndHash(material) {
    const [ck, mixed, k] = derived(this.ck, material, 3);
    this.ck = ck;
    this.mixHash(mixed);
    this.k = k;
  }

  mixEphemeral(publicKey) {
    this.mixHash(publicKey);
    this.mixKey(publicKey); // where a shared key is used (section 9.2)
  }

  encryptAndHash(plaintext) {
    const ciphertext = cipher(this.k, 0n, this.h).encrypt(plaintext); // each payload follows a new key
    this.mixHash(ciphertext);
    return ciphertext;
  }

  decryptAndHash(ciphertext) {
    const plaintext = cipher(this.k, 0n, this.h).decrypt(ciphertext);
    this.mixHash(ciphertext);
    return plaintext;
  }
}

// Encrypts or decrypts the messages of one direction, in order.
class Cipher {
  constructor(key) {
    this.key = key;
    this.n = 0n;
  }

  encrypt(plaintext) {
    return cipher(this.key, this.n++).encrypt(plaintext);
  }

  // Returns null for anything but the next message.
  decrypt(ciphertext) {
    try {
      return cipher(this.key, this.n++).decrypt(ciphertext);
    } catch {
      return null;
    }
  }
}

// Answers the first message of a handshake. Returns the payload of that message, the answer, a cipher
// for each direction, and `exported`, a secret that both sides know and neither can choose; null if the
// message is not authentic. `ephemeral` is a private key for this handshake alone.
export function respond(prologue, psk, message, ephemeral, payload = NOTHING) {
  try {
    const state = new Symmetric(prologue);
    const theirs = message.slice(0, KEY_BYTES);
    state.mixEphemeral(theirs);
    const received = state.decryptAndHash(message.slice(KEY_BYTES));
    const ours = x25519.getPublicKey(ephemeral);
    state.mixEphemeral(ours);
    state.mixKey(x25519.getSharedSecret(ephemeral, theirs)); // throws at a key of small order
    state.mixKeyAndHash(psk);
    const answer = joined(ours, state.encryptAndHash(payload));
    // Split() takes the first two outputs; the third is independent of them
    const [first, second, exported] = derived(state.ck, NOTHING, 3);
    return {
      received,
      answer,
      sending: new Cipher(second),
      receiving: new Cipher(first),
      exported,
    };
  } catch {
    return null;
  }
}
