// SPDX-License-Identifier: Apache-2.0
import { axis, figure, legend, tooltip } from "./chart.js";
import { shortened, tip, visible } from "./dom.js";
import { above, amount, below, hasScale, interval, mark, roundStep } from "./format.js";
import { okabeIto } from "./palette.js";

const patterns = [null, { rotation: Math.PI / 4 }, { rotation: -Math.PI / 4 }, { rotation: 0 }];

/** Beyond seven series a pattern tells apart what has the same colour. */
function fill(at) {
  const pattern = patterns[Math.floor(at / okabeIto.length) % patterns.length];
  return {
    color: okabeIto[at % okabeIto.length],
    decal: pattern ? { ...pattern, symbol: "rect", dashArrayX: [1, 0], dashArrayY: [2, 4], color: "rgba(0,0,0,.45)" } : { symbol: "none" },
  };
}

/** The range of a bar. */
function whiskers(item, series, at, colours) {
  return {
    type: "custom",
    name: visible(series.name),
    silent: true,
    z: 4,
    itemStyle: { color: okabeIto[at % okabeIto.length] },
    data: item.categories.map((_, i) => i),
    renderItem: (_, api) => {
      const i = api.value(0);
      if (series.low[i] === null || series.high[i] === null) return null;
      const layout = api.barLayout({ barGap: "10%", count: item.series.length })[at];
      const shift = layout ? layout.offsetCenter : 0;
      const end = (value) => {
        const [x, y] = api.coord([value, i]);
        return [x, y + shift];
      };
      const [x0, y] = end(series.low[i]);
      const [x1] = end(series.high[i]);
      const line = (a, b, c, d) => ({ type: "line", shape: { x1: a, y1: b, x2: c, y2: d }, style: { stroke: colours.text, lineWidth: 1.5 } });
      return { type: "group", children: [line(x0, y, x1, y), line(x0, y - 4, x0, y + 4), line(x1, y - 4, x1, y + 4)] };
    },
    encode: { x: -1, y: -1 },
    tooltip: { show: false },
  };
}

const sumOf = (item, i) => item.series.reduce((all, s) => all + (s.values[i] ?? 0), 0);
const stroke = (a, b, c, d, colour, lineWidth = 1.5) => ({ type: "line", shape: { x1: a, y1: b, x2: c, y2: d }, style: { stroke: colour, lineWidth } });

/** What stands at the end of whole bars: their range, a limit, and their length in numbers. */
function endsOfBars(item, colours) {
  const single = !item.stacked && item.series.length === 1;
  return {
    type: "custom",
    name: "ends",
    silent: true,
    z: 5,
    data: item.categories.map((_, i) => i),
    renderItem: (_, api) => {
      const i = api.value(0);
      const value = single ? item.series[0].values[i] : sumOf(item, i);
      if (value === null) return null;
      const at = (v) => api.coord([v, i])[0];
      const y = api.coord([0, i])[1];
      const half = Math.min(13, api.size([0, 1])[1] * 0.4);
      const children = [];
      let right = at(value);
      const low = item.low?.[i] ?? null;
      const high = item.high?.[i] ?? null;
      if (low !== null && high !== null && high > low) {
        children.push(stroke(at(low), y, at(high), y, colours.text));
        for (const end of [low, high]) children.push(stroke(at(end), y - 4, at(end), y + 4, colours.text));
        right = Math.max(right, at(high));
      }
      const limit = item.limits?.values[i] ?? null;
      if (limit !== null) {
        children.push(stroke(at(limit), y - half, at(limit), y + half, colours.warn, 3));
        if (at(limit) < right + 60) right = Math.max(right, at(limit));
      }
      if (single && item.series[0].high) right = Math.max(right, at(item.series[0].high[i] ?? value));
      if (item.numbers)
        children.push({ type: "text", style: { text: amount(value, item.unit), x: right + 6, y, fill: colours.text, font: "12px system-ui, sans-serif", verticalAlign: "middle" } });
      return { type: "group", children };
    },
    encode: { x: -1, y: -1 },
    tooltip: { show: false },
  };
}

function option(item, colours, width) {
  const beyond = [...(item.high ?? []), ...(item.limits?.values ?? [])].filter((v) => v !== null);
  const ends = [...item.series.flatMap((s) => (s.high ?? []).filter((v) => v !== null)), ...beyond];
  const numbered = item.numbers && (item.stacked || item.series.length === 1);
  const tops = item.stacked ? item.categories.map((_, i) => sumOf(item, i)) : item.series.flatMap((s) => s.values.map((v) => v ?? 0));
  const lows = item.series.flatMap((s) => [...s.values, ...(s.low ?? [])].filter((v) => v !== null));
  const most = Math.max(0, ...tops, ...ends);
  const least = Math.min(0, ...lows);
  const marks = width < 640 ? 3 : 6;
  const step = interval(most - least, item.unit, marks) ?? roundStep((most - least || 1) / marks);
  const names = legend(colours, item.series.map((s) => s.name), width);
  const narrow = width < 480;
  const named = !hasScale(item.unit) && item.unit;
  return {
    high: heightOf(item) + names.high + (named ? 14 : 0),
    legend: names,
    // Numbers have room beyond the longest bar.
    grid: { left: 12, right: numbered ? 84 : 28, top: 12 + names.high, bottom: named ? 38 : 24, containLabel: true },
    tooltip: tooltip(colours, {
      trigger: "axis",
      axisPointer: { type: "shadow" },
      formatter: (at) => {
        const i = at[0].dataIndex;
        const range = (s) => (s.low && s.low[i] !== null ? ` (${amount(s.low[i], item.unit)} – ${amount(s.high[i], item.unit)})` : "");
        const shown = item.series.filter((s) => s.values[i] !== null && s.values[i] !== 0);
        const lines = shown.map((s) => [s.name, amount(s.values[i], item.unit) + range(s)]);
        if (item.stacked && shown.length > 1) lines.push(["in all", amount(sumOf(item, i), item.unit) + range(item)]);
        if ((item.limits?.values[i] ?? null) !== null) lines.push([item.limits.name, amount(item.limits.values[i], item.unit)]);
        return tip(item.categories[i], lines);
      },
    }),
    xAxis: axis(colours, {
      type: "value",
      min: below(least, step),
      max: above(most, step) || (least < 0 ? 0 : step),
      interval: step,
      axisLabel: { color: colours.text, hideOverlap: true, formatter: (v) => mark(v, item.unit) },
      ...(named ? { name: visible(named), nameLocation: "middle", nameGap: 26 } : {}),
    }),
    yAxis: axis(colours, {
      type: "category",
      inverse: true,
      data: item.categories.map((name) => shortened(name, narrow ? 28 : 44)),
      axisLabel: { color: colours.text, width: narrow ? 100 : 230, overflow: narrow ? "break" : "truncate", lineHeight: narrow ? 13 : undefined, interval: 0 },
      axisTick: { show: false },
      // Names stay at the edge if bars reach below 0.
      axisLine: { onZero: false, lineStyle: { color: colours.faint } },
    }),
    series: [
      ...item.series.map((s, i) => ({
        type: "bar",
        name: visible(s.name),
        stack: item.stacked ? "all" : undefined,
        data: s.values,
        barMaxWidth: 26,
        barGap: "10%",
        itemStyle: fill(i),
      })),
      ...(item.stacked ? [] : item.series.flatMap((s, i) => (s.low ? [whiskers(item, s, i, colours)] : []))),
      ...(numbered || beyond.length ? [endsOfBars(item, colours)] : []),
    ],
  };
}

function rows(item) {
  const columns = [{ title: item.by ?? "" }];
  for (const s of item.series) {
    columns.push({ title: s.name, right: true });
    if (s.low) columns.push({ title: `${s.name}, low`, right: true }, { title: `${s.name}, high`, right: true });
  }
  if (item.stacked && item.series.length > 1) columns.push({ title: "in all", right: true });
  if (item.low) columns.push({ title: "in all, low", right: true }, { title: "in all, high", right: true });
  if (item.limits) columns.push({ title: item.limits.name, right: true });
  const whole = (i) => [
    ...(item.stacked && item.series.length > 1 ? [sumOf(item, i)] : []),
    ...(item.low ? [item.low[i], item.high[i]] : []),
    ...(item.limits ? [item.limits.values[i]] : []),
  ];
  const values = item.categories.map((name, i) => [
    name,
    ...item.series.flatMap((s) => (s.low ? [s.values[i], s.low[i], s.high[i]] : [s.values[i]])),
    ...whole(i),
  ]);
  return { columns, values, shown: values.map(([name, ...rest]) => [name, ...rest.map((v) => amount(v, item.unit))]) };
}

const limitWords = (item, i) => ((item.limits?.values[i] ?? null) === null ? "" : `, of ${amount(item.limits.values[i], item.unit)} ${item.limits.name}`);

const words = (item) =>
  `${item.title}. ` +
  item.categories
    .slice(0, 8)
    .map((name, i) => `${name}: ` + item.series.map((s) => `${s.name} ${amount(s.values[i], item.unit)}`).join(", ") + limitWords(item, i))
    .join("; ");

function heightOf(item) {
  const rowsOf = item.stacked ? 1 : item.series.length;
  return Math.min(1400, 60 + item.categories.length * Math.max(34, 14 + 20 * rowsOf));
}

/** Bars by category, side by side with their ranges, or stacked. */
export function bars(item) {
  return figure(item, { option, words, rows, height: heightOf(item) });
}
