// SPDX-License-Identifier: Apache-2.0
import { httpDoor } from "./http_door.js";
import { wasmDoor } from "./wasm_door.js";

/**
 * The way to the program: `ask(question, {onProgress, onSoFar, onEstimate, signal})` gives {exitCode, answer, remarks,
 * problems, format}. The page of a server asks by HTTP, the static edition asks a worker that holds the program.
 */
export function openDoor(edition) {
  const door = edition === "static" ? wasmDoor() : httpDoor();
  return { ask: remembering(door), edition };
}

const KEPT = 60;

/** Answers that are complete are kept: a slider that goes back has its answer at once. */
function remembering(door) {
  const known = new Map();
  return async (question, listener = {}) => {
    const key = JSON.stringify(question);
    const kept = known.get(key);
    if (kept) {
      known.delete(key);
      known.set(key, kept);
      return kept;
    }
    const answer = await door(question, listener);
    if (answer.exitCode <= 1) known.set(key, answer);
    if (known.size > KEPT) known.delete(known.keys().next().value);
    return answer;
  };
}
