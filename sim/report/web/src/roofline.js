// SPDX-License-Identifier: Apache-2.0
import { axis, figure, legend, tooltip } from "./chart.js";
import { tip, visible } from "./dom.js";
import { amount, number } from "./format.js";
import { okabeIto } from "./palette.js";

const symbols = ["circle", "rect", "triangle", "diamond", "roundRect"];
const dashes = ["solid", "dashed", "dotted", [8, 3, 2, 3]];

const placed = (item) => item.points.filter((point) => point.intensity !== null);

const facts = (point) => [
  ["intensity", point.intensity === null ? "not counted" : `${number(point.intensity)} FLOP/B`],
  ["rate", amount(point.rate, "FLOP/s")],
  ["bandwidth", `${amount(point.bandwidth, "B")}/s`],
  ["time of a step", amount(point.time, "s")],
  ["share", amount(point.share, "share")],
];

/** A power of ten at or below, and at or above. */
const decades = (values) => [10 ** Math.floor(Math.log10(Math.min(...values))), 10 ** Math.ceil(Math.log10(Math.max(...values)))];

function option(item, colours, width) {
  const points = placed(item);
  const [left, right] = decades([...item.ceilings.flatMap((line) => line.x), ...points.map((point) => point.intensity)]);
  const [low, high] = decades([...item.ceilings.flatMap((line) => line.y), ...points.map((point) => point.rate)]);
  const narrow = width < 480;
  const all = [...item.ceilings, ...points];
  const names = legend(colours, all.map((one) => one.name), width);
  // Ceilings are lines without points, in the legend too.
  const named = all.map(({ name }, i) => ({ name: visible(name), itemStyle: i < item.ceilings.length ? { opacity: 0 } : {} }));
  const scale = (more) => axis(colours, { type: "log", logBase: 10, minorTick: { show: true }, ...more });
  return {
    high: narrow ? 400 + names.high : undefined,
    legend: { ...names, data: named, ...(narrow ? {} : { type: "scroll", width: undefined, orient: "vertical", right: 0, top: 24 }) },
    grid: { left: 12, right: narrow ? 20 : Math.min(330, width * 0.34), top: 34 + (narrow ? names.high : 0), bottom: 36, containLabel: true },
    tooltip: tooltip(colours, {
      trigger: "item",
      formatter: ({ seriesIndex }) => {
        const line = item.ceilings[seriesIndex];
        if (!line) return tip(points[seriesIndex - item.ceilings.length].name, facts(points[seriesIndex - item.ceilings.length]));
        return tip(line.name, [["up to", amount(Math.max(...line.y), "FLOP/s")]]);
      },
    }),
    xAxis: scale({
      min: left,
      max: right,
      name: "arithmetic intensity, FLOP per byte",
      nameLocation: "middle",
      nameGap: 28,
      axisLabel: { color: colours.text, hideOverlap: true, formatter: number },
    }),
    yAxis: scale({
      min: low,
      max: high,
      name: "attained rate",
      nameTextStyle: { color: colours.text, align: "left" },
      axisLabel: { color: colours.text, hideOverlap: true, formatter: (v) => amount(v, "FLOP/s") },
    }),
    series: [
      ...item.ceilings.map((line, i) => ({
        type: "line",
        name: visible(line.name),
        data: line.x.map((x, k) => [x, line.y[k]]),
        showSymbol: false,
        symbol: "none",
        lineStyle: { width: 2, color: colours.text, type: dashes[i % dashes.length] },
        itemStyle: { color: colours.text },
        z: 2,
      })),
      ...points.map((point, i) => ({
        type: "scatter",
        name: visible(point.name),
        data: [[point.intensity, point.rate]],
        symbol: symbols[i % symbols.length],
        symbolSize: 8 + 30 * Math.sqrt(point.share),
        itemStyle: { color: okabeIto[i % okabeIto.length], opacity: 0.85, borderColor: colours.text, borderWidth: 1 },
        z: 3,
      })),
    ],
  };
}

function rows(item) {
  const columns = [
    { title: "operator" },
    { title: "intensity", name: "intensity_flop_per_byte", right: true },
    { title: "rate", name: "rate_flop_per_s", right: true },
    { title: "bandwidth", name: "bandwidth_bytes_per_s", right: true },
    { title: "time of a step", name: "time_s", right: true },
    { title: "share", right: true },
  ];
  const values = item.points.map((point) => [point.name, point.intensity, point.rate, point.bandwidth, point.time, point.share]);
  const shown = item.points.map((point) => [point.name, ...facts(point).map(([, text]) => text)]);
  return { columns, values, shown };
}

function words(item) {
  const ceilings = item.ceilings.slice(1).map((line) => `${line.name} ${amount(line.y[0], "FLOP/s")}`);
  const points = placed(item)
    .slice(0, 12)
    .map((point) => `${point.name}: ${number(point.intensity)} FLOP per byte, ${amount(point.rate, "FLOP/s")}, ${amount(point.share, "share")} of the time`);
  return `${item.title}. Ceilings: ${ceilings.join(", ")}. ${points.join("; ")}.`;
}

/** Operators by arithmetic intensity and attained rate, under the ceilings of memory and arithmetic. */
export const roofline = (item) => figure(item, { option, words, rows, height: 420 });
