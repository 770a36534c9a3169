// SPDX-License-Identifier: Apache-2.0
import { isMap, parseDocument } from "yaml";

/** What a new page asks. */
export const FIRST = {
  text: `schema: clustersim/scenario/1
title: llama-7b on 10 billion tokens
system: lumi
background: {mix: typical}
jobs:
  train:
    application: llama-7b
    tokens: 10e9
    nodes: 8
    checkpoint: {every: 1 h}
`,
  machines: ["lumi"],
};

/** A number as it was written; a new large one as people write it: 100e9. */
function written({ value, source }) {
  if (source && Number(source) === value) return source;
  const power = Math.floor(Math.log10(Math.abs(value)) / 3) * 3;
  const short = `${Number((value / 10 ** power).toPrecision(12))}e${power}`;
  return Math.abs(value) >= 1e6 && Number(short) === value ? short : String(value);
}

const isNumber = (value) => typeof value === "number";
const NUMBERS = [
  { identify: isNumber, default: true, tag: "tag:yaml.org,2002:float", format: "EXP", test: /^[-+]?(?:\.\d+|\d+(?:\.\d*)?)[eE][-+]?\d+$/, resolve: Number, stringify: written },
  { identify: (value) => Number.isInteger(value) && value >= 1e6, default: true, tag: "tag:yaml.org,2002:int", test: /(?!)/, resolve: Number, stringify: written },
];

const PRINTED = { lineWidth: 0, flowCollectionPadding: false };
const parsed = (text) => parseDocument(text, { customTags: (tags) => [...NUMBERS, ...tags] });

/** The state of the page: the text of a scenario, and the machines that are compared. Everything else follows from it. */
export function makeState({ text, machines } = FIRST) {
  const listeners = new Set();
  let document = parsed(text);
  const tell = (origin) => listeners.forEach((listener) => listener(origin));
  const state = {
    get text() {
      return text;
    },
    get machines() {
      return machines;
    },
    /** False while the text is no YAML: the form waits then. */
    get readable() {
      return document.errors.length === 0 && isMap(document.contents);
    },
    get scenario() {
      return state.readable ? document.toJS() : {};
    },
    /** The job that the form shows: the first one. */
    get job() {
      const jobs = state.scenario.jobs;
      const name = jobs && typeof jobs === "object" ? (Object.keys(jobs)[0] ?? "job") : "job";
      return { name, ...(jobs?.[name] ?? {}) };
    },
    get: (...path) => path.reduce((at, key) => at?.[key], state.scenario),
    /** Changes keys by their paths: [[path, value], …]; undefined removes a key. Comments and other keys stay. */
    change(changes, origin) {
      if (!state.readable) return;
      for (const [path, value] of changes) {
        if (value === undefined) document.deleteIn(path);
        else document.setIn(path, typeof value === "object" ? document.createNode(value, { flow: true }) : value);
      }
      text = document.toString(PRINTED);
      document = parsed(text);
      tell(origin);
    },
    setMachines(names, origin) {
      machines = names;
      if (names.length && state.scenario.system !== names[0]) state.change([[["system"], names[0]]], origin);
      else tell(origin);
    },
    setText(next, origin) {
      if (next === text) return;
      text = next;
      document = parsed(text);
      const system = state.scenario.system;
      if (typeof system === "string" && !machines.includes(system)) machines = [system];
      tell(origin);
    },
    load(other, origin) {
      ({ text, machines } = other);
      document = parsed(text);
      tell(origin);
    },
    get whole() {
      return { text, machines: [...machines] };
    },
    listen: (listener) => listeners.add(listener),
  };
  return state;
}
