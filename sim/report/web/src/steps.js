// SPDX-License-Identifier: Apache-2.0
import { axis, figure, tooltip } from "./chart.js";
import { tip, visible } from "./dom.js";
import { amount, number, roundStep } from "./format.js";
import { okabeIto } from "./palette.js";

/** The sums of a column of differences. */
export function sums(deltas) {
  const out = new Float64Array(deltas.length);
  let sum = 0;
  for (let i = 0; i < deltas.length; i++) out[i] = sum += deltas[i];
  return out;
}

function option(item, colours, width) {
  const times = sums(item.times);
  const span = times.length ? times.at(-1) - times[0] : 1;
  const step = roundStep(Math.max(span, 1) / (width < 480 ? 3 : 8), "s");
  const count = item.series.length;
  const high = Math.floor((380 - 70 - 26 * count) / count);
  const top = (i) => 24 + i * (high + 30);
  return {
    grid: item.series.map((_, i) => ({ left: 64, right: 24, top: top(i), height: high })),
    axisPointer: { link: [{ xAxisIndex: "all" }] },
    tooltip: tooltip(colours, {
      trigger: "axis",
      formatter: (at) => {
        const i = at[0].dataIndex;
        return tip(amount(times[i], "s"), item.series.map((s) => [s.name, amount(s.values[i], s.unit)]));
      },
    }),
    dataZoom: [
      { type: "inside", xAxisIndex: item.series.map((_, i) => i), zoomOnMouseWheel: "ctrl", moveOnMouseMove: true },
      { type: "slider", xAxisIndex: item.series.map((_, i) => i), height: 18, bottom: 6, textStyle: { color: colours.text }, labelFormatter: (v) => amount(v, "s") },
    ],
    xAxis: item.series.map((_, i) =>
      axis(colours, {
        type: "value",
        gridIndex: i,
        min: times.length ? Math.floor(times[0] / step) * step : 0,
        max: times.at(-1),
        interval: step,
        axisLabel: { show: i === count - 1, showMaxLabel: false, color: colours.text, hideOverlap: true, formatter: (v) => amount(v, "s") },
      }),
    ),
    yAxis: item.series.map((s, i) =>
      axis(colours, {
        type: "value",
        gridIndex: i,
        min: 0,
        max: s.most ?? undefined,
        name: visible(s.name),
        nameTextStyle: { color: colours.text, align: "left" },
        nameGap: 8,
        splitNumber: 3,
        interval: s.most ? roundStep(s.most / 3) : undefined,
        // The name of the axis says what is counted.
        axisLabel: { color: colours.text, hideOverlap: true, formatter: number },
      }),
    ),
    series: item.series.map((s, i) => ({
      type: "line",
      name: visible(s.name),
      xAxisIndex: i,
      yAxisIndex: i,
      step: "end",
      showSymbol: false,
      sampling: "lttb",
      areaStyle: { opacity: 0.2 },
      lineStyle: { width: 1.5 },
      itemStyle: { color: okabeIto[i % okabeIto.length] },
      data: s.values.map((value, k) => [times[k], value]),
    })),
  };
}

function rows(item) {
  const times = sums(item.times);
  const columns = [{ title: "time", name: "time_s", right: true }, ...item.series.map((s) => ({ title: s.name, right: true }))];
  const values = item.times.map((_, i) => [times[i], ...item.series.map((s) => s.values[i])]);
  const shown = values.map(([at, ...rest]) => [amount(at, "s"), ...rest.map((v, i) => amount(v, item.series[i].unit))]);
  return { columns, values, shown };
}

function words(item) {
  const most = (s) => s.values.reduce((a, b) => Math.max(a, b), 0);
  return `${item.title}. ` + item.series.map((s) => `${s.name}: at most ${amount(most(s), s.unit)}.`).join(" ");
}

/** Values that change in steps, over the same times. */
export const steps = (item) => figure(item, { option, words, rows, height: 380 });
