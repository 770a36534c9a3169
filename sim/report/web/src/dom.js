// SPDX-License-Identifier: Apache-2.0

// Characters that act instead of being shown: controls, marks that reverse the direction of text, invisible ones.
const ACTING = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;

/** A text from an input with its acting characters made visible: the escape character becomes "␛". */
export function visible(text) {
  return String(text).replace(ACTING, (character) => {
    const code = character.codePointAt(0);
    if (code < 0x20) return String.fromCodePoint(0x2400 + code);
    return code === 0x7f ? "␡" : `⟨U+${code.toString(16).toUpperCase().padStart(4, "0")}⟩`;
  });
}

/** A name, shortened to a number of characters: its ends distinguish it. */
export function shortened(name, most) {
  const shown = [...visible(name)];
  const end = Math.floor((most - 1) / 2);
  return shown.length > most ? `${shown.slice(0, most - 1 - end).join("")}…${shown.slice(-end).join("")}` : shown.join("");
}

/** An element with attributes and children; strings become texts, never markup. */
export function el(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (value !== null && value !== undefined && value !== false) made.setAttribute(key, value);
  }
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined) continue;
    made.append(child instanceof Node ? child : visible(child));
  }
  return made;
}

/** The lines of a tooltip: [name, value] pairs after a title. */
export function tip(title, pairs) {
  return el(
    "div",
    { class: "tip" },
    el("strong", {}, title),
    pairs.map(([name, value]) => el("div", {}, el("span", {}, name), el("b", {}, value))),
  );
}
