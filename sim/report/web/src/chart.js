// SPDX-License-Identifier: Apache-2.0
import { BarChart, CustomChart, LineChart, ScatterChart } from "echarts/charts";
import { AriaComponent, DataZoomComponent, GridComponent, LegendComponent, TooltipComponent } from "echarts/components";
import * as echarts from "echarts/core";
import { CanvasRenderer } from "echarts/renderers";
import { el, visible } from "./dom.js";
import { okabeIto, theme } from "./palette.js";
import { numbersBehind } from "./table.js";

echarts.use([BarChart, CustomChart, LineChart, ScatterChart]);
echarts.use([AriaComponent, DataZoomComponent, GridComponent, LegendComponent, TooltipComponent, CanvasRenderer]);

const drawn = [];
let sizes = null;

/** Parts that all charts share. */
export function axis(colours, more) {
  return {
    axisLine: { lineStyle: { color: colours.faint } },
    axisLabel: { color: colours.text, hideOverlap: true },
    nameTextStyle: { color: colours.text },
    splitLine: { lineStyle: { color: colours.line } },
    ...more,
  };
}

export const tooltip = (colours, more) => ({
  confine: true,
  backgroundColor: colours.card,
  borderColor: colours.faint,
  textStyle: { color: colours.text },
  ...more,
});

const pen = document.createElement("canvas").getContext("2d");

/** The rows that a legend with these names takes. */
function rowsFor(names, width) {
  pen.font = "12px system-ui, sans-serif";
  let rows = 1;
  let used = 0;
  for (const name of names) {
    const wide = 25 + 5 + 10 + pen.measureText(name).width;
    if (used > 0 && used + wide > width - 20) [rows, used] = [rows + 1, 0];
    used += wide;
  }
  return rows;
}

/** A legend of a few rows that shows all names, as paper needs it, or one to scroll through if there are many. */
export function legend(colours, names, width) {
  const rows = rowsFor(names.map(visible), width);
  const fits = rows <= 10;
  return {
    show: names.length > 1,
    // Without the marks that are drawn as series of their own.
    data: names.map(visible),
    type: fits ? "plain" : "scroll",
    top: 0,
    width: fits ? width - 20 : undefined,
    textStyle: { color: colours.text },
    pageTextStyle: { color: colours.text },
    // Not of ECharts: what a chart leaves free for it.
    high: names.length > 1 ? 22 * (fits ? rows : 1) : 0,
  };
}

function paint(one) {
  const colours = theme();
  const { high, ...option } = one.option(one.item, colours, one.box.clientWidth);
  // Legends of several rows make a chart higher.
  if (high && high !== one.box.clientHeight) {
    one.box.style.height = `${high}px`;
    one.chart.resize();
  }
  one.chart.setOption(
    {
      color: okabeIto,
      textStyle: { fontFamily: "system-ui, sans-serif", color: colours.text },
      animation: false,
      aria: { enabled: true, label: { enabled: false }, decal: { show: one.item.type === "bars" } },
      ...option,
    },
    { notMerge: true },
  );
}

/** A chart that `option(item, colours, width)` describes, its summary in words, and the numbers behind it. */
export function figure(item, { option, words, rows, height = 320 }) {
  const box = el("div", { class: "chart", role: "img", "aria-label": words(item), style: `height:${height}px` });
  const one = { item, option, box, chart: null };
  drawn.push(one);
  return el(
    "figure",
    {},
    el("figcaption", {}, item.title),
    item.note ? el("p", { class: "note" }, item.note) : null,
    box,
    numbersBehind(item.title, () => rows(item)),
  );
}

/** Forgets the charts that are no longer in the page. */
function forget() {
  for (let i = drawn.length - 1; i >= 0; i--) {
    const { box, chart } = drawn[i];
    if (box.isConnected) continue;
    sizes?.unobserve(box);
    chart?.dispose();
    drawn.splice(i, 1);
  }
}

/** Draws all charts that are not drawn yet, once they are laid out, and again when their size changes. */
export function drawAll() {
  forget();
  sizes ??= new ResizeObserver((entries) => {
    for (const entry of entries) {
      const one = drawn.find((candidate) => candidate.box === entry.target);
      if (!one?.chart || entry.contentRect.width === one.width) continue;
      one.width = entry.contentRect.width;
      // A new height changes the layout, which an observer may not do at once.
      requestAnimationFrame(() => {
        if (!one.box.isConnected) return;
        one.chart.resize();
        paint(one);
      });
    }
  });
  for (const one of drawn) {
    if (one.chart) continue;
    one.chart = echarts.init(one.box, null, { renderer: "canvas" });
    one.width = one.box.getBoundingClientRect().width;
    paint(one);
    sizes.observe(one.box);
  }
}

/** Draws all charts in the colours of the moment, at once: a browser prints what it finds. */
export function repaintAll() {
  for (const one of drawn) {
    if (!one.chart) continue;
    paint(one);
    one.chart.getZr().flush();
  }
}

/** The charts, for the page's own test. */
export const charts = () => drawn.map(({ item, chart, box }) => ({ title: item.title, chart, box }));
