// SPDX-License-Identifier: Apache-2.0
import { el } from "../../../report/web/src/dom.js";

let made = 0;
export const newId = (name) => `${name}-${++made}`;

/** A labelled control with an optional line below it. */
export function field(label, control, hint) {
  const target = control.matches?.("input,select,textarea") ? control : control.querySelector("input,select,textarea");
  target.id ||= newId("field");
  const below = hint ? el("p", { class: "hintline", id: `${target.id}-hint` }, hint) : null;
  if (below) target.setAttribute("aria-describedby", below.id);
  return el("div", { class: "field" }, el("label", { for: target.id }, label), control, below);
}

/** A group of controls under one name. */
export const group = (legend, ...parts) => el("fieldset", {}, el("legend", {}, legend), parts);

/** One of a few choices, all of which are seen: [[value, title, note], …]. */
export function segments(label, choices, onchange) {
  const name = newId("choice");
  const inputs = choices.map(([value]) => el("input", { type: "radio", name, value, onchange: () => onchange(value) }));
  const box = el(
    "div",
    { class: "segments", role: "radiogroup", "aria-label": label },
    choices.map(([, title, note], i) => el("label", { title: note }, inputs[i], el("span", {}, title))),
  );
  box.set = (value) => inputs.forEach((input) => (input.checked = input.value === value));
  return box;
}

/** A number such as "100e9", "100 B", "1.5 billion", "20k" or "1,000"; NaN if it is none. */
export function numberIn(text) {
  const words = /^\s*([\d.,_]*\d[\d.,_]*(?:e[+-]?\d+)?)\s*(k|thousand|m|million|b|bn|g|billion|t|trillion)?\.?\s*$/i.exec(text);
  if (!words) return Number.NaN;
  const power = { k: 3, t: 12, m: 6, b: 9, g: 9 }[(words[2] ?? "")[0]?.toLowerCase()] ?? 0;
  return Number(words[1].replace(/[,_](?=\d{3})/g, "")) * 10 ** (/^thousand/i.test(words[2] ?? "") ? 3 : power);
}

/** The number in words: "100 billion". */
export function inWords(value) {
  for (const [size, name] of [[1e12, "trillion"], [1e9, "billion"], [1e6, "million"]])
    if (value >= size) return `${Number((value / size).toPrecision(4))} ${name}`;
  return value.toLocaleString("en");
}
