// SPDX-License-Identifier: Apache-2.0
import { el, visible } from "./dom.js";
import { csv, fileName, saveButton } from "./download.js";

/** A table with its title; wide ones scroll sideways, also by keyboard. */
export function table({ title, columns, rows }, { most = Infinity } = {}) {
  // On a phone a row of many cells is a block of lines, each with the title of its column; roles keep it a table.
  const blocks = columns.length > 3 && rows.length <= 60;
  const head = el("tr", { role: "row" }, columns.map((c) => el("th", { scope: "col", role: "columnheader", class: c.right ? "right" : null }, c.title)));
  const cell = (text, i) => el("td", { role: "cell", class: columns[i].right ? "right" : null, "data-title": blocks ? visible(columns[i].title) : null }, text);
  const body = rows.slice(0, most).map((row) => el("tr", { role: "row" }, row.map(cell)));
  const made = el("table", { role: "table", class: blocks ? "blocks" : null }, title ? el("caption", {}, title) : null, el("thead", { role: "rowgroup" }, head), el("tbody", { role: "rowgroup" }, body));
  const parts = [el("div", { class: "wide", tabindex: 0, role: "region", "aria-label": title || "table" }, made)];
  if (rows.length > most)
    parts.push(el("p", { class: "note" }, `The first ${most} of ${rows.length} rows; the CSV file has all of them.`));
  return parts;
}

/** The numbers behind a chart: closed until they are asked for, and made only then. */
export function numbersBehind(title, make, label = "Data as a table") {
  const made = el("details", { class: "numbers" }, el("summary", {}, label));
  made.addEventListener("toggle", () => {
    if (!made.open || made.childElementCount > 1) return;
    const { columns, shown, values } = make();
    made.append(...table({ title, columns, rows: shown }, { most: 200 }));
    const rows = () => [columns.map((c) => c.name ?? c.title), ...(values ?? shown)];
    made.append(saveButton("Save as CSV", fileName(title, ".csv"), "text/csv", () => csv(rows())));
  });
  return made;
}
