// SPDX-License-Identifier: Apache-2.0
import { drawAll } from "./chart.js";
import { el, visible } from "./dom.js";
import { paintFabrics } from "./fabric.js";
import { paintGantts } from "./gantt/gantt.js";

/** Groups of charts of which one is shown: the reader chooses by name. Only the charts that are shown exist. */
export function choice(item, make) {
  const charts = (at) => make([item.items[at]].flat());
  if (item.items.length === 1) return charts(0);
  const place = el("div", { class: "chosen", "aria-live": "polite" }, charts(0));
  const choose = el(
    "select",
    {
      onchange: () => {
        place.replaceChildren(...charts(choose.selectedIndex));
        drawAll();
        paintGantts();
        paintFabrics();
      },
    },
    item.names.map((name) => el("option", {}, visible(name))),
  );
  return [el("div", { class: "choice" }, el("label", {}, `${item.label} `, choose)), place];
}
