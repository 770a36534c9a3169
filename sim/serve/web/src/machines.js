// SPDX-License-Identifier: Apache-2.0
import { el } from "../../../report/web/src/dom.js";

/** "a100-sxm4-40, a40" as people say it: "A100 40 GB". */
export function deviceName(kinds) {
  const first = (kinds ?? "").split(",")[0].trim();
  if (!first) return "CPUs";
  if (first.startsWith("mi250x")) return "MI250X";
  const [chip, ...rest] = first.split("-");
  const memory = rest.at(-1);
  return `${chip.toUpperCase()}${/^\d+$/.test(memory ?? "") ? ` ${memory} GB` : ""}`;
}

/** A checkbox for each machine, which says so if it has closed; at least one stays checked. */
export function machineBoxes(names, onchange) {
  const boxes = new Map();
  const grid = el("div", { class: "machines" });
  const make = ({ name, title, gpu_kinds, country, closed, successor }, _, machines) => {
    const box = el("input", { type: "checkbox", value: name });
    box.addEventListener("change", () => {
      const checked = [...boxes.keys()].filter((one) => boxes.get(one).checked);
      if (checked.length) onchange(name, box.checked);
      else box.checked = true;
    });
    boxes.set(name, box);
    const now = machines.find((one) => one.name === successor)?.title ?? successor;
    const device = `${deviceName(gpu_kinds)}${country ? ` · ${country}` : ""}`;
    const note = gpu_kinds === undefined ? " " : closed ? `closed${now ? ` · now ${now}` : ""}` : device;
    return el("label", closed ? { title: `Closed on ${closed}` } : {}, box, el("span", { class: "name" }, title?.split(" and ")[0] ?? name), el("span", { class: "device" }, note));
  };
  const fill = (machines) => {
    const before = grid.chosen ?? [];
    boxes.clear();
    // Closed machines come last; the queue of the past still answers.
    const running = machines.filter(({ closed }) => !closed);
    grid.replaceChildren(...[...running, ...machines.filter(({ closed }) => closed)].map(make));
    grid.set(before);
  };
  grid.set = (chosen) => {
    grid.chosen = chosen;
    for (const [name, box] of boxes) box.checked = chosen.includes(name);
  };
  grid.fill = fill;
  fill(names.map((name) => ({ name })));
  return grid;
}
