// SPDX-License-Identifier: Apache-2.0
import { axis, figure, tooltip } from "./chart.js";
import { shortened, tip, visible } from "./dom.js";
import { above, amount, interval, roundStep } from "./format.js";
import { okabeIto } from "./palette.js";

/**
 * Waits of seconds and of days in one picture: linear up to a minute, logarithmic beyond it. Other samples have a linear
 * axis. `marks` are the values at its ticks.
 */
function scaleOf(item, most, count) {
  if (item.unit !== "s" || most < 1800) {
    const step = interval(most, item.unit, count) ?? roundStep(most / count);
    return { to: (v) => v, from: (x) => x, top: above(most, step), interval: step };
  }
  const all = [0, 60, 600, 3600, 6 * 3600, 86400, 4 * 86400, 14 * 86400, 60 * 86400, 365 * 86400];
  const last = all.findIndex((v) => v >= most);
  const marks = all.slice(0, last < 0 ? all.length : last + 1);
  const fewer = count < 5 && marks.length > 5 ? marks.filter((_, i) => i % 2 === (marks.length - 1) % 2 || i === 0) : marks;
  const to = (v) => Math.log1p(v / 60);
  return { to, from: (x) => 60 * Math.expm1(x), top: to(Math.max(most, marks.at(-1))), marks: fewer.map(to) };
}

function boxAt(api, i, at, colours, scale) {
  const [x5, x25, x50, x75, x95] = at.map((v) => api.coord([scale.to(v), i])[0]);
  const y = api.coord([0, i])[1];
  const half = Math.min(11, api.size([0, 1])[1] * 0.3);
  const line = (x1, y1, x2, y2, width = 1.5) => ({
    type: "line",
    shape: { x1, y1, x2, y2 },
    style: { stroke: colours.text, lineWidth: width },
  });
  return {
    type: "group",
    children: [
      line(x5, y, x25, y),
      line(x75, y, x95, y),
      line(x5, y - half / 2, x5, y + half / 2),
      line(x95, y - half / 2, x95, y + half / 2),
      {
        type: "rect",
        shape: { x: x25, y: y - half, width: Math.max(1, x75 - x25), height: 2 * half },
        style: { fill: okabeIto[4], opacity: 0.55, stroke: colours.text },
      },
      line(x50, y - half, x50, y + half, 3),
    ],
  };
}

function option(item, colours, width) {
  const all = item.boxes;
  const most = Math.max(1e-9, ...all.flatMap(({ at, samples }) => [at?.[4] ?? 0, samples?.at(-1) ?? 0]));
  const marks = width < 480 ? 3 : 6;
  const scale = scaleOf(item, most, marks);
  const points = all.flatMap(({ samples }, i) => (samples ?? []).map((v) => [scale.to(v), i]));
  const ticks = scale.marks ? { customValues: scale.marks } : {};
  return {
    grid: { left: 12, right: 28, top: 12, bottom: 24, containLabel: true },
    tooltip: tooltip(colours, {
      trigger: "item",
      formatter: ({ value }) => {
        const i = value[1];
        const { at, count, never } = all[i];
        const names = ["5 %", "25 %", "median", "75 %", "95 %"];
        const lines = at.map((v, k) => [names[k], amount(v, item.unit)]);
        lines.push(["samples", String(count)]);
        if (never) lines.push(["never started", String(never)]);
        return tip(all[i].name, lines);
      },
    }),
    xAxis: axis(colours, {
      type: "value",
      min: 0,
      max: scale.top,
      axisTick: ticks,
      axisLabel: { color: colours.text, hideOverlap: true, formatter: (x) => amount(scale.marks ? Math.round(scale.from(x)) : x, item.unit), ...ticks },
      ...(scale.interval ? { interval: scale.interval } : {}),
    }),
    yAxis: axis(colours, {
      type: "category",
      inverse: true,
      data: all.map((box) => shortened(box.name, width < 480 ? 28 : 44)),
      axisLabel: { color: colours.text, width: width < 480 ? 100 : 230, overflow: width < 480 ? "break" : "truncate", lineHeight: width < 480 ? 13 : undefined, interval: 0 },
      axisTick: { show: false },
    }),
    series: [
      {
        type: "custom",
        data: all.map(({ at }, i) => (at ? [scale.to(at[2]), i] : null)).filter((one) => one !== null),
        renderItem: (_, api) => boxAt(api, api.value(1), all[api.value(1)].at, colours, scale),
        encode: { x: 0, y: 1 },
      },
      { type: "scatter", data: points, symbolSize: 5, itemStyle: { color: colours.text, opacity: 0.45 }, z: 3 },
    ],
  };
}

function rows(item) {
  const columns = [item.by ?? "", "samples", "never started", "5 %", "25 %", "median", "75 %", "95 %"].map((title, i) => ({
    title,
    right: i > 0,
  }));
  const values = item.boxes.map(({ name, count, never, at }) => [name, count, never, ...(at ?? Array(5).fill(null))]);
  return { columns, values, shown: values.map(([name, n, never, ...at]) => [name, n, never, ...at.map((v) => amount(v, item.unit))]) };
}

function words(item) {
  const said = ({ name, at }) => {
    if (!at) return `${name}: never`;
    const [low, , median, , high] = at.map((v) => amount(v, item.unit));
    return `${name}: median ${median}, 5 to 95 % ${low} to ${high}`;
  };
  return `${item.title}. ` + item.boxes.slice(0, 12).map(said).join("; ");
}

/** Samples by category: median, quartiles and the range from 5 to 95 %. */
export const boxes = (item) => figure(item, { option, words, rows, height: Math.min(1400, 60 + 40 * item.boxes.length) });
