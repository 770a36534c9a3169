// SPDX-License-Identifier: Apache-2.0
import { el } from "../../../report/web/src/dom.js";
import { number } from "../../../report/web/src/format.js";
import { field, newId, numberIn } from "./fields.js";

/** What a model of one's own is made of: Llama's kind of layer, with other numbers. */
const PARENT = "llama-7b";
const SHAPE = [["layers", "Layers"], ["hidden", "Hidden size"], ["heads", "Heads"], ["sequence", "Sequence"], ["vocabulary", "Vocabulary"]];

/** The width of a feed-forward block with a gate, as Llama has it: eight thirds of the hidden size, in steps of 256. */
const feedForward = (hidden) => Math.max(256, Math.ceil((8 * hidden) / 3 / 256) * 256);

/** Parameters of such a model: attention and three matrices in each layer, and words in and out. */
const ofLayer = ({ hidden, ffn }) => 4 * hidden ** 2 + 3 * hidden * ffn;
const parametersOf = (shape) => shape.layers * ofLayer(shape) + 2 * shape.vocabulary * shape.hidden;

/** A usual shape for a number of parameters. Llama's sizes have 1 to 1.25 layers for each head of 128 numbers. */
function shapeFor(parameters, { sequence, vocabulary }) {
  // Heads in multiples of four, so that the devices of a node share them evenly.
  const shapes = Array.from({ length: 100 }, (_, i) => {
    const shape = { hidden: 512 * (i + 1), heads: 4 * (i + 1), ffn: feedForward(512 * (i + 1)) };
    return { layers: Math.max(1, Math.round((parameters - 2 * vocabulary * shape.hidden) / ofLayer(shape))), ...shape, sequence, vocabulary };
  });
  const off = ({ layers, heads }) => Math.abs(Math.log(layers / (1.1 * heads)));
  return shapes.reduce((a, b) => (off(b) < off(a) ? b : a));
}

const written = (shape) => ({ extends: PARENT, name: "own-model", transformer: shape });

/** The application of a model with 7 billion parameters. */
export const firstModel = () => written(shapeFor(6.7e9, { sequence: 4096, vocabulary: 32000 }));

/** Fields for the shape of a transformer. `change(application)` hears the application, as it is written in a scenario. */
export function modelFields(change) {
  let shape = firstModel().transformer;
  let rest = written({});
  const told = el("p", { class: "hintline", id: newId("model") });
  const tell = () => {
    const size = parametersOf({ ...shape, ffn: shape.ffn ?? feedForward(shape.hidden) });
    told.textContent = `${size >= 1e9 ? `${number(size / 1e9)} billion` : `${number(size / 1e6)} million`} parameters, feed-forward width ${number(shape.ffn)}; layers as in Llama.`;
  };
  const put = (control, value) => document.activeElement !== control && (control.value = value);
  const publish = (next) => {
    shape = next;
    change({ ...rest, transformer: shape });
  };
  const size = el("input", { type: "text", autocomplete: "off", placeholder: "7 billion", "aria-describedby": told.id });
  size.addEventListener("input", () => {
    const value = numberIn(size.value);
    const fits = value >= 1e6 && value <= 1e13;
    size.setAttribute("aria-invalid", String(!fits));
    if (fits) publish(shapeFor(value, shape));
  });
  const controls = SHAPE.map(([key, title]) => {
    const control = el("input", { type: "number", min: 1, step: 1, inputmode: "numeric" });
    control.addEventListener("input", () => {
      const value = Math.round(Number(control.value));
      control.setAttribute("aria-invalid", String(!(value >= 1)));
      if (!(value >= 1)) return;
      size.value = "";
      publish({ ...shape, [key]: value, ...(key === "hidden" ? { ffn: feedForward(value) } : {}) });
    });
    return { key, control, box: field(title, control) };
  });
  const box = el("div", { class: "model" }, field("Parameters (they set a usual shape)", size), el("div", { class: "shape" }, controls.map((one) => one.box)), told);
  /** Shows an application that is written in the scenario. */
  box.set = ({ transformer, ...other }) => {
    rest = other;
    shape = { ...firstModel().transformer, ...transformer };
    for (const { key, control } of controls) put(control, String(shape[key]));
    tell();
  };
  return box;
}
