// SPDX-License-Identifier: Apache-2.0
import { axis, figure, legend, tooltip } from "./chart.js";
import { tip, visible } from "./dom.js";
import { above, amount, below, hasScale, interval, mark, roundStep } from "./format.js";
import { okabeIto } from "./palette.js";

const dashes = ["solid", "dashed", "dotted", [8, 3, 2, 3]];
const symbols = ["circle", "rect", "triangle", "diamond", "roundRect"];

/** A closed area between the lower and the upper ends of a line. */
function band(series, colour) {
  const at = series.x.map((_, i) => i).filter((i) => series.low[i] !== null && series.high[i] !== null);
  return {
    type: "custom",
    name: visible(series.name),
    silent: true,
    z: 1,
    data: [[0, 0]],
    clip: true,
    renderItem: (params, api) => {
      if (params.dataIndexInside > 0) return null;
      const upper = at.map((i) => api.coord([series.x[i], series.high[i]]));
      const lower = at.map((i) => api.coord([series.x[i], series.low[i]])).reverse();
      return { type: "polygon", shape: { points: [...upper, ...lower] }, style: { fill: colour, opacity: 0.18 } };
    },
    encode: { x: -1, y: -1 },
    tooltip: { show: false },
  };
}

function option(item, colours, width) {
  const scaled = (end) => ({ type: end.log ? "log" : "value", logBase: end.base ?? 10, scale: !end.zero });
  const bands = item.series.flatMap((s, i) => (s.low ? [band(s, okabeIto[i % okabeIto.length])] : []));
  const highest = (s) => Math.max(...(s.high ?? s.y).filter((v) => v !== null));
  const rightmost = Math.max(...item.series.flatMap((s) => s.x));
  const top = Math.max(...item.series.map(highest));
  const marks = width < 360 ? 3 : 6;
  const rise = item.y.log ? undefined : interval(top, item.y.unit, 5) ?? (item.y.zero && top > 0 ? roundStep(top / 5) : undefined);
  const xs = item.series.flatMap((s) => s.x);
  const leftmost = Math.min(...xs);
  const run = item.x.log ? undefined : interval(rightmost - (item.x.zero ? 0 : leftmost), item.x.unit, marks) ?? roundStep((rightmost - leftmost || 1) / marks);
  // Between two whole numbers there is nothing to mark.
  const stride = xs.every(Number.isInteger) ? Math.max(1, run) : run;
  const lowest = (s) => Math.min(...(s.low ?? s.y).filter((v) => v !== null && (!item.y.log || v > 0)));
  const names = legend(colours, item.series.map((s) => s.name), width);
  return {
    high: 300 + names.high,
    legend: names,
    grid: { left: 12, right: 24, top: 30 + names.high, bottom: 36, containLabel: true },
    tooltip: tooltip(colours, {
      trigger: "item",
      formatter: ({ seriesIndex, dataIndex }) => {
        const s = item.series[seriesIndex];
        if (!s) return "";
        const rows = [[item.y.title, amount(s.y[dataIndex], item.y.unit)]];
        if (s.low) rows.push(["range", `${amount(s.low[dataIndex], item.y.unit)} – ${amount(s.high[dataIndex], item.y.unit)}`]);
        return tip(`${s.name}: ${amount(s.x[dataIndex], item.x.unit)}`, rows);
      },
    }),
    xAxis: axis(colours, {
      ...scaled(item.x),
      name: visible(item.x.title),
      nameLocation: "middle",
      nameGap: 28,
      axisLabel: { color: colours.text, hideOverlap: true, formatter: (v) => mark(v, item.x.unit) },
      ...(item.x.log
        ? { min: leftmost, max: rightmost, splitNumber: marks }
        : { min: item.x.zero ? 0 : below(leftmost, stride), max: above(rightmost, stride), interval: stride }),
    }),
    yAxis: axis(colours, {
      ...scaled(item.y),
      name: visible(hasScale(item.y.unit) || !item.y.unit ? item.y.title : `${item.y.title}, ${item.y.unit}`),
      nameTextStyle: { color: colours.text, align: "left" },
      min: item.y.zero && !item.y.log ? 0 : undefined,
      max: item.y.log ? undefined : (value) => (rise ? above(top, rise) : Math.max(value.max, top)),
      interval: rise,
      ...(item.y.log ? { min: Math.min(...item.series.map(lowest)) } : {}),
      axisLabel: { color: colours.text, hideOverlap: true, formatter: (v) => mark(v, item.y.unit) },
    }),
    series: [
      ...item.series.map((s, i) => ({
        type: "line",
        name: visible(s.name),
        step: s.step ? "end" : false,
        data: s.x.map((x, at) => [x, s.y[at]]),
        symbol: symbols[i % symbols.length],
        symbolSize: s.x.length > 40 ? 3 : 8,
        showSymbol: s.x.length <= 40,
        lineStyle: { type: dashes[Math.floor(i / okabeIto.length) % dashes.length], width: 2 },
        z: 3,
      })),
      ...bands,
    ],
  };
}

function rows(item) {
  const ranged = item.series.some((s) => s.low);
  const columns = [{ title: "series" }, { title: item.x.title, right: true }, { title: item.y.title, right: true }];
  if (ranged) columns.push({ title: "low", right: true }, { title: "high", right: true });
  const values = item.series.flatMap((s) =>
    s.x.map((x, i) => [s.name, x, s.y[i], ...(ranged ? [s.low?.[i] ?? null, s.high?.[i] ?? null] : [])]),
  );
  const shown = values.map(([name, x, ...ys]) => [name, amount(x, item.x.unit), ...ys.map((y) => amount(y, item.y.unit))]);
  return { columns, shown, values };
}

const words = (item) =>
  `${item.title}: ${item.y.title} by ${item.x.title}. ` +
  item.series
    .slice(0, 8)
    .map((s) => `${s.name}: from ${amount(s.y[0], item.y.unit)} to ${amount(s.y.at(-1), item.y.unit)}.`)
    .join(" ");

/** Lines over a number, with bands where the ends of a range are known. */
export const lines = (item) => figure(item, { option, words, rows });
