// SPDX-License-Identifier: Apache-2.0

function fromAnswer({ exit_code, format, text, remarks, problems }) {
  const isJson = format === "json" && exit_code <= 1 && text;
  return { exitCode: exit_code, answer: isJson ? JSON.parse(text) : text, remarks: remarks ?? [], problems: problems ?? [], format };
}

const aborted = () => new DOMException("the question was cancelled", "AbortError");

/** Asks a worker that holds the program, compiled to WebAssembly. It starts with the first question. */
export function wasmDoor(address = "worker.js") {
  const waiting = new Map();
  let worker = null;
  let last = 0;
  const fail = (message) => {
    for (const { resolve } of waiting.values())
      resolve({ exitCode: 70, answer: null, remarks: [], problems: [{ severity: "error", message, help: "reload the page" }], format: "text" });
    waiting.clear();
    worker = null;
  };
  const hear = ({ data: { id, event } }) => {
    const one = waiting.get(String(id));
    if (!one) return;
    if (event.event === "progress") one.onProgress?.(event);
    else if (event.event === "estimate") one.onEstimate?.(event.seconds);
    else if (event.event === "so_far") one.onSoFar?.(fromAnswer(event.answer), event.replicates);
    else if (event.event === "answer") {
      waiting.delete(String(id));
      one.resolve(fromAnswer(event.answer));
    }
  };
  const start = () => {
    worker = new Worker(address);
    worker.onmessage = hear;
    worker.onerror = (event) => fail(`the program in the browser has failed: ${event.message ?? "it cannot be loaded"}`);
  };
  return (question, { signal, ...listener }) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(aborted());
      if (!worker) start();
      const id = String(++last);
      waiting.set(id, { resolve, ...listener });
      signal?.addEventListener("abort", () => {
        if (!waiting.delete(id)) return;
        worker?.postMessage({ cancel: id });
        reject(aborted());
      });
      worker.postMessage({ id, question, soFar: Boolean(listener.onSoFar) });
    });
}
