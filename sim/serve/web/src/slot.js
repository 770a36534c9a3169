// SPDX-License-Identifier: Apache-2.0
import { drawAll } from "../../../report/web/src/chart.js";
import { el } from "../../../report/web/src/dom.js";
import { paintFabrics } from "../../../report/web/src/fabric.js";
import { paintGantts } from "../../../report/web/src/gantt/gantt.js";

/** Draws the charts that are in the page now and were not before. */
export function paint() {
  drawAll();
  paintGantts();
  paintFabrics();
}

/** A part of the page that is made again only if what it shows has changed, so that nothing flickers. */
export function slot(attributes = {}) {
  const box = el("div", attributes);
  let before = null;
  box.hidden = true;
  return {
    box,
    update(shown, make) {
      if (before && shown.length === before.length && shown.every((one, i) => one === before[i])) return;
      before = shown;
      // What the reader has opened stays open.
      const open = new Set([...box.querySelectorAll("details[open][data-key]")].map((one) => one.dataset.key));
      const parts = [make()].flat(Infinity).filter((part) => part !== null && part !== undefined);
      box.replaceChildren(...parts);
      box.hidden = parts.length === 0;
      for (const one of box.querySelectorAll("details[data-key]")) if (open.has(one.dataset.key)) one.open = true;
      if (parts.length) paint();
    },
  };
}
