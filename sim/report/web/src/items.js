// SPDX-License-Identifier: Apache-2.0
import { bars } from "./bars.js";
import { boxes } from "./boxes.js";
import { choice } from "./choice.js";
import { el } from "./dom.js";
import { fabric } from "./fabric.js";
import { csv, fileName, saveButton } from "./download.js";
import { gantt } from "./gantt/gantt.js";
import { lines } from "./lines.js";
import { roofline } from "./roofline.js";
import { steps } from "./steps.js";
import { table } from "./table.js";
import { wait } from "./wait.js";

const kinds = {
  gantt,
  lines,
  bars,
  boxes,
  steps,
  wait,
  roofline,
  fabric,
  choice: (item) => choice(item, (charts) => arranged(charts, shown)),
  text: (item) => el("p", {}, item.text),
  table: (item) => [
    ...table(item),
    saveButton("Save as CSV", fileName(item.title || "table", ".csv"), "text/csv", () =>
      csv([item.columns.map((c) => c.title), ...item.rows]),
    ),
  ],
};

/** An address for each section; titles with names of keys or machines need not differ in letters and digits. */
export function addressesOf(titles) {
  const taken = new Set(["answers", "inputs"]);
  return titles.map((title) => {
    const name = fileName(title, "");
    let address = name;
    for (let n = 2; taken.has(address); n++) address = `${name}-${n}`;
    taken.add(address);
    return address;
  });
}

/** Numbers with their titles, and a note below some. */
export function cards(list) {
  return el(
    "dl",
    { class: "cards" },
    list.map(({ title, value, note }) =>
      el("div", {}, el("dt", {}, title), el("dd", {}, value), note ? el("dd", { class: "note" }, note) : null),
    ),
  );
}

/** Charts that follow each other are side by side where the window is wide enough. */
export function arranged(items, make) {
  const narrow = ({ type, stacked }) => type === "lines" || (type === "bars" && !stacked);
  const out = [];
  let pair = [];
  const close = () => {
    out.push(pair.length > 1 ? el("div", { class: "pairs" }, pair) : pair);
    pair = [];
  };
  for (const item of items) {
    if (!narrow(item)) close();
    (narrow(item) ? pair : out).push(make(item));
  }
  close();
  return out.flat(Infinity);
}

/** An item of a section as elements of the page. */
export const shown = (item) => kinds[item.type]?.(item) ?? el("p", {}, `This page cannot show "${item.type}".`);

/** A section of a report under its heading. */
export function section({ title, note, items }, id) {
  return el(
    "section",
    { id, "aria-labelledby": `${id}-title` },
    el("h2", { id: `${id}-title` }, title),
    note ? el("p", { class: "note" }, note) : null,
    arranged(items, shown),
  );
}
