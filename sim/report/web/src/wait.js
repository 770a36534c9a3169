// SPDX-License-Identifier: Apache-2.0
import { axis, figure, legend, tooltip } from "./chart.js";
import { tip, visible } from "./dom.js";
import { amount, number, roundStep } from "./format.js";
import { okabeIto } from "./palette.js";
import { sums } from "./steps.js";

const reasonsOf = (item) => [...new Set(item.bands.map((band) => band.reason))];

const reasonAt = (item, time) => item.bands.find((band) => band.from <= time && time < band.to)?.reason ?? "";

/** The upper edge of each part, if it is stacked on those before it. */
function edges(item) {
  let below = item.times.map(() => 0);
  return item.parts.map((part) => (below = below.map((sum, i) => sum + (part.values[i] ?? 0))));
}

/** A strip of rectangles: when the job was pending for this reason. */
function strip(item, reason, colour) {
  const bands = item.bands.filter((band) => band.reason === reason);
  return {
    type: "custom",
    name: visible(reason),
    xAxisIndex: 1,
    yAxisIndex: 1,
    itemStyle: { color: colour },
    data: bands.map((band) => [band.from, 0, band.to]),
    encode: { x: [0, 2], y: 1 },
    clip: true,
    renderItem: (_, api) => {
      const [x0, y] = api.coord([api.value(0), 0]);
      const [x1] = api.coord([api.value(2), 0]);
      const high = api.size([0, 1])[1];
      const width = Math.max(1, x1 - x0);
      return {
        type: "rect",
        shape: { x: x0, y: y - high / 2, width, height: high },
        style: { fill: colour },
      };
    },
    tooltip: {
      formatter: ({ dataIndex }) => {
        const { from, to } = bands[dataIndex];
        return tip(reason, [["from", amount(from, "s")], ["to", amount(to, "s")], ["for", amount(to - from, "s")]]);
      },
    },
  };
}

function option(item, colours, width) {
  const times = sums(item.times);
  const tops = edges(item);
  const step = roundStep(Math.max(item.wait, 1) / (width < 480 ? 3 : 8), "s");
  const end = item.wait;
  const lines = (values) => [...values.map((value, i) => [times[i], value]), [end, values.at(-1)]];
  const time = (more) =>
    axis(colours, {
      type: "value",
      min: 0,
      max: end,
      interval: step,
      axisLabel: { color: colours.text, hideOverlap: true, showMaxLabel: false, formatter: (v) => amount(v, "s") },
      ...more,
    });
  const both = [0, 1];
  const sides = { left: 76, right: 24 };
  const used = item.parts.length || 1;
  // Parts and reasons are areas; the priority is a line.
  const all = [...item.parts.map((part) => part.name).reverse(), "priority", ...reasonsOf(item)];
  const names = legend(colours, all, width);
  const top = 34 + names.high;
  return {
    high: 360 + names.high,
    legend: { ...names, itemGap: 8, data: all.map((name) => ({ name: visible(name), icon: name === "priority" ? undefined : "roundRect" })) },
    grid: [
      { ...sides, top, bottom: 116 },
      { ...sides, height: 26, bottom: 58 },
    ],
    axisPointer: { link: [{ xAxisIndex: "all" }] },
    tooltip: tooltip(colours, {
      trigger: "axis",
      formatter: (at) => {
        const line = (Array.isArray(at) ? at : [at]).find((one) => one.seriesType === "line");
        if (!line) return "";
        const i = Math.min(line.dataIndex, times.length - 1);
        const parts = item.parts.map((part) => [part.name, number(part.values[i])]);
        return tip(`${amount(times[i], "s")} after the submission`, [...parts, ["priority", number(item.priority[i])], ["reason", reasonAt(item, times[i])]]);
      },
    }),
    dataZoom: [{ type: "inside", xAxisIndex: both, zoomOnMouseWheel: "ctrl", moveOnMouseMove: true }],
    xAxis: [
      time({ axisLabel: { show: false }, axisTick: { show: false } }),
      time({ gridIndex: 1, name: "since the submission", nameLocation: "middle", nameGap: 28, splitLine: { show: false } }),
    ],
    yAxis: [
      axis(colours, {
        type: "value",
        min: 0,
        name: "priority",
        nameTextStyle: { color: colours.text, align: "right" },
        splitNumber: 4,
        axisLabel: { color: colours.text, hideOverlap: true, formatter: number },
      }),
      axis(colours, {
        type: "category",
        gridIndex: 1,
        data: ["reason"],
        axisTick: { show: false },
        axisLine: { show: false },
        axisLabel: { color: colours.text },
        splitLine: { show: false },
      }),
    ],
    series: [
      // The highest edge first: the parts below cover its lower part.
      ...item.parts
        .map((part, i) => ({
          type: "line",
          name: visible(part.name),
          step: "end",
          showSymbol: false,
          lineStyle: { width: 0 },
          areaStyle: { color: okabeIto[i % okabeIto.length], opacity: 1 },
          itemStyle: { color: okabeIto[i % okabeIto.length] },
          data: lines(tops[i]),
          z: 2,
        }))
        .reverse(),
      {
        type: "line",
        name: "priority",
        step: "end",
        showSymbol: false,
        lineStyle: { width: 2, color: colours.text },
        itemStyle: { color: colours.text },
        data: lines(item.priority),
        z: 3,
      },
      ...reasonsOf(item).map((reason, i) => strip(item, reason, okabeIto[(used + i) % okabeIto.length])),
    ],
  };
}

function rows(item) {
  const times = sums(item.times);
  const columns = [
    { title: "since the submission", name: "since_submission_s", right: true },
    { title: "reason" },
    { title: "priority", right: true },
    ...item.parts.map((part) => ({ title: part.name, right: true })),
  ];
  const values = item.priority.map((priority, i) => [times[i], reasonAt(item, times[i]), priority, ...item.parts.map((part) => part.values[i])]);
  const shown = values.map(([at, reason, ...rest]) => [amount(at, "s"), reason, ...rest.map((v) => number(v))]);
  return { columns, values, shown };
}

function words(item) {
  const bands = item.bands.slice(0, 12).map(({ from, to, reason }) => `${reason} from ${amount(from, "s")} to ${amount(to, "s")}`);
  return (
    `${item.title}. Wait ${amount(item.wait, "s")}. Priority from ${number(item.priority[0])} to ${number(item.priority.at(-1))}. ` +
    `Reasons: ${bands.join("; ")}${item.bands.length > 12 ? "; and more" : ""}.`
  );
}

/** The priority of a waiting job by its parts, and a strip of the reasons for which it was pending. */
export const wait = (item) => figure(item, { option, words, rows, height: 400 });
