// SPDX-License-Identifier: Apache-2.0
// The engine of the static edition. A page starts this file as a Worker and posts
//   {id, question: {…}, soFar: true}   and   {cancel: id};
// it receives {id, event: {…}} with the events of `clustersim ask --stream`, the answer last. Questions are answered one
// at a time, in their order.
//
// An engine cannot hear a message while it computes. So this file is two workers: one keeps the questions, and starts
// the other, which computes. To cancel a question, its engine is ended and a fresh one takes the next question.
"use strict";

const isEngine = self.location.hash === "#engine";

/// Commands about files of the user's, or that start programs.
const elsewhere = new Set([
  "diff", "explain", "fit", "forecast", "import", "replay", "sacct", "sdiag", "seff", "show", "sinfo", "sprio", "squeue",
  "sshare", "sweep", "validate",
]);

/// An answer without a result, as the engine writes one.
function failedAnswer(exitCode, problems = []) {
  return { event: "answer", answer: { exit_code: exitCode, format: "", text: "", remarks: [], problems } };
}

function problem(code, message, help) {
  return { severity: "error", code, file: "", line: 0, column: 0, length: 1, message, expected: "", help };
}

class Keeper {
  constructor() {
    this.waiting = [];
    this.running = null;
    this.broken = null;
    this.parts = this.load();
    this.engine = this.start();
  }

  async load() {
    const [module, files] = await Promise.all([this.compiled(), this.fetched("clustersim-data.json").then((r) => r.json())]);
    return { module, files };
  }

  async fetched(name) {
    const response = await fetch(new URL(name, self.location));
    if (!response.ok) throw new Error(`${name} cannot be loaded: ${response.status}`);
    return response;
  }

  async compiled() {
    const response = await this.fetched("clustersim.wasm");
    // A server that does not know the type of the file gets no compilation while loading.
    const known = (response.headers.get("Content-Type") || "").startsWith("application/wasm");
    return known ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
  }

  start() {
    this.ready = false;
    const engine = new Worker(new URL("#engine", self.location));
    // An engine that was ended may have posted something before.
    engine.onmessage = ({ data }) => engine === this.engine && this.hear(data);
    engine.onerror = (error) => engine === this.engine && this.fail(error.message);
    this.parts.then((parts) => engine.postMessage(parts), (error) => this.fail(error.message));
    return engine;
  }

  ask(asked) {
    this.waiting.push(asked);
    this.next();
  }

  cancel(id) {
    const place = this.waiting.findIndex((asked) => asked.id === id);
    if (place >= 0) {
      this.waiting.splice(place, 1);
      self.postMessage({ id, event: failedAnswer(130) });
    } else if (this.running === id) {
      this.end(failedAnswer(130));
    }
  }

  next() {
    if (this.broken !== null) {
      for (const { id } of this.waiting.splice(0)) self.postMessage({ id, event: this.broken });
      return;
    }
    if (!this.ready || this.running !== null || this.waiting.length === 0) return;
    const asked = this.waiting.shift();
    this.running = asked.id;
    this.engine.postMessage(asked);
  }

  hear({ failed, ready, id, event }) {
    if (failed) {
      this.fail(failed);
    } else if (ready) {
      this.ready = true;
      this.next();
    } else {
      self.postMessage({ id, event });
      if (event.event !== "answer") return;
      this.running = null;
      this.next();
    }
  }

  /// An engine that fails before it is ready would fail again: then there is none.
  fail(why) {
    const help = "reload the page; if it happens again, ask an installed clustersim";
    const answer = failedAnswer(5, [problem("cannot-read", `the engine has stopped: ${why}`, help)]);
    if (!this.ready) this.broken = answer;
    this.end(answer);
  }

  /// Ends the engine and answers the question that it was at.
  end(event) {
    this.engine.terminate();
    const id = this.running;
    this.running = null;
    if (this.broken === null) this.engine = this.start();
    if (id !== null) self.postMessage({ id, event });
    this.next();
  }
}

class Engine {
  constructor(library, keptBytes) {
    this.library = library;
    this.door = library.ccall("clustersim_open", "number", ["string", "number"], [".", keptBytes]);
    if (this.door === 0) throw new Error("its data are incomplete");
    this.hear = library.addFunction((_, event) => this.pass(JSON.parse(library.UTF8ToString(event))), "iii");
    this.id = null;
  }

  /// Only the end of this engine interrupts a question, so that silence needs no news.
  pass(event) {
    if (event.event !== "waiting") this.tell(event);
    return 0;
  }

  tell(event) {
    self.postMessage({ id: this.id, event });
  }

  /// A text that the caller frees.
  copied(text) {
    const size = this.library.lengthBytesUTF8(text) + 1;
    const place = this.library._malloc(size);
    this.library.stringToUTF8(text, place, size);
    return place;
  }

  answer({ id, question, soFar }) {
    // Of clustersim.h. The files of the engine are the shipped data and nothing else.
    const growing = 2;
    const confined = 4;
    this.id = id;
    const command = String(question.command).split(" ")[0];
    if (elsewhere.has(command)) {
      const told = problem("wrong-usage", `the static edition does not answer \`${command}\``, "ask an installed clustersim");
      this.tell(failedAnswer(2, [told]));
      return;
    }
    const text = this.copied(JSON.stringify(question));
    const told = this.library._clustersim_ask(this.door, text, confined | (soFar ? growing : 0), 1, this.hear, 0);
    this.library._free(text);
    const answer = JSON.parse(this.library.UTF8ToString(told));
    this.library._clustersim_free(told);
    this.tell({ event: "answer", answer });
  }

  static async open({ module, files }) {
    importScripts("clustersim.js");
    const library = await self.openClustersim({
      instantiateWasm(imports, ready) {
        WebAssembly.instantiate(module, imports).then((instance) => ready(instance, module));
        return {};
      },
    });
    for (const [path, text] of Object.entries(files)) {
      library.FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
      library.FS.writeFile(path, text);
    }
    return new Engine(library, 256 * 2 ** 20);
  }
}

if (isEngine) {
  let engine = null;
  self.onmessage = async ({ data }) => {
    try {
      if (engine === null) {
        engine = Engine.open(data);
        await engine;
        self.postMessage({ ready: true });
      } else (await engine).answer(data);
    } catch (error) {
      self.postMessage({ failed: String(error) });
    }
  };
} else {
  const keeper = new Keeper();
  self.onmessage = ({ data }) => ("cancel" in data ? keeper.cancel(data.cancel) : keeper.ask(data));
}
