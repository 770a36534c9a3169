// SPDX-License-Identifier: Apache-2.0

const LONGEST = 200_000;

const toBase64 = (bytes) => btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
const fromBase64 = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (character) => character.charCodeAt(0));

async function through(transform, bytes) {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(transform)).arrayBuffer());
}

/** A state as the part of an address after "#", which browsers send to nobody. */
export async function fragmentOf({ text, machines }) {
  const bytes = new TextEncoder().encode(JSON.stringify({ v: 1, y: text, m: machines }));
  return `#s=${toBase64(await through(new CompressionStream("deflate-raw"), bytes))}`;
}

/** The state in an address; null if it has none that can be read. */
export async function stateIn(fragment) {
  const [, packed] = /^#s=([\w-]+)$/.exec(fragment) ?? [];
  if (!packed || packed.length > LONGEST) return null;
  try {
    const { y, m } = JSON.parse(new TextDecoder().decode(await through(new DecompressionStream("deflate-raw"), fromBase64(packed))));
    const machines = Array.isArray(m) ? m.filter((name) => typeof name === "string").slice(0, 40) : [];
    return typeof y === "string" ? { text: y, machines } : null;
  } catch {
    return null;
  }
}

/** Keeps the address equal to the state: a new entry of the history for each state at which the reader stopped. */
export function keepAddress(state) {
  let timer = 0;
  let current = location.hash;
  const write = async () => {
    const next = await fragmentOf(state.whole);
    if (next === current) return;
    current = next;
    history.pushState(null, "", next);
  };
  state.listen((origin) => {
    clearTimeout(timer);
    if (origin !== "address") timer = setTimeout(write, 700);
  });
  const read = async () => {
    clearTimeout(timer);
    current = location.hash;
    const found = await stateIn(location.hash);
    if (found) state.load(found, "address");
  };
  addEventListener("popstate", read);
  return {
    /** The whole address of the state as it is now. */
    async link() {
      clearTimeout(timer);
      await write();
      return location.href;
    },
  };
}
