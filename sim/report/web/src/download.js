// SPDX-License-Identifier: Apache-2.0
import { el } from "./dom.js";

// A spreadsheet computes what starts like this; a leading apostrophe makes it a text.
const FORMULA = /^[=+\-@\t\r]/;
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

function cell(value) {
  let text = value === null || value === undefined ? "" : String(value);
  if (FORMULA.test(text) && !NUMBER.test(text)) text = `'${text}`;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Rows as RFC 4180 text. */
export const csv = (rows) => rows.map((row) => row.map(cell).join(",") + "\r\n").join("");

/** A button that saves a text made at the moment of the click. */
export function saveButton(label, name, type, make) {
  const save = () => {
    const address = URL.createObjectURL(new Blob([make()], { type }));
    const link = el("a", { href: address, download: name });
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(address), 10000);
  };
  return el("button", { type: "button", class: "save", onclick: save }, label);
}

/** A name for a file from a title. */
export const fileName = (title, ending) =>
  (String(title).toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "").slice(0, 60) || "data") + ending;
