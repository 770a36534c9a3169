// SPDX-License-Identifier: Apache-2.0
import { drawAll } from "./chart.js";
import { el, visible } from "./dom.js";
import { paintGantts } from "./gantt/gantt.js";

/** Charts of which one is shown: the reader chooses by name. Only the one that is shown exists. */
export function choice(item, make) {
  if (item.items.length === 1) return make(item.items[0]);
  const place = el("div", { class: "chosen", "aria-live": "polite" }, make(item.items[0]));
  const choose = el(
    "select",
    {
      onchange: () => {
        place.replaceChildren(make(item.items[choose.selectedIndex]));
        drawAll();
        paintGantts();
      },
    },
    item.names.map((name) => el("option", {}, visible(name))),
  );
  return [el("div", { class: "choice" }, el("label", {}, `${item.label} `, choose)), place];
}
