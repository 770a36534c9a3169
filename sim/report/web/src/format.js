// SPDX-License-Identifier: Apache-2.0

/** Three significant digits, thousands separated: "1,540", "0.0123", "−20". */
export function number(value) {
  if (!Number.isFinite(value)) return "never";
  if (value < 0) return `−${number(-value)}`;
  if (value !== 0 && (value < 1e-4 || value >= 1e15)) return value.toExponential(2);
  const digits = value === 0 ? 0 : Math.max(0, 2 - Math.floor(Math.log10(value)));
  const text = value.toFixed(Math.min(digits, 8));
  const [whole, part] = text.split(".");
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ",");
  const kept = part?.replace(/0+$/, "");
  return kept ? `${grouped}.${kept}` : grouped;
}

/** A time in seconds in two units at most: "11 s", "2 h 14 min", "1 d 6 h". */
export function time(value) {
  if (!Number.isFinite(value)) return "never";
  const size = Math.abs(value);
  const sign = value < 0 ? "−" : "";
  if (size === 0) return "0 s";
  if (size < 1e-3) return `${sign}${number(size * 1e6)} µs`;
  if (size < 1) return `${sign}${number(size * 1e3)} ms`;
  if (size < 90 && size !== 60) return `${sign}${number(size)} s`;
  const two = (big, name, small, unit) => {
    let units = Math.floor(size / big);
    let rest = Math.round((size % big) / small);
    if (rest === Math.round(big / small)) [units, rest] = [units + 1, 0];
    return sign + (rest ? `${units} ${name} ${rest} ${unit}` : `${units} ${name}`);
  };
  if (size < 600) return two(60, "min", 1, "s");
  if (size < 5400 && size !== 3600) return `${sign}${number(size / 60)} min`;
  return size < 86400 ? two(3600, "h", 60, "min") : two(86400, "d", 3600, "h");
}

const scales = {
  B: [1000, ["B", "kB", "MB", "GB", "TB", "PB", "EB"]],
  g: [1000, ["g", "kg", "t"]],
  J: [1000, ["J", "kJ", "MJ", "GJ", "TJ", "PJ"]],
  W: [1000, ["W", "kW", "MW", "GW"]],
  "FLOP/s": [1000, ["FLOP/s", "kFLOP/s", "MFLOP/s", "GFLOP/s", "TFLOP/s", "PFLOP/s", "EFLOP/s"]],
};

/** A value for people by its unit in files: "s", "J", "B", "share" or any other text after the number. */
export function amount(value, unit) {
  if (value === null || value === undefined) return "–";
  if (unit === "s") return time(value);
  if (unit === "share") return `${number(100 * value)} %`;
  if (unit === "J" && (value === 0 || Math.abs(value) >= 3.6e5)) {
    const kwh = value / 3.6e6;
    return kwh >= 1000 ? `${number(kwh / 1000)} MWh` : `${number(kwh)} kWh`;
  }
  const scale = scales[unit];
  if (!scale) return unit ? `${number(value)} ${unit}` : number(value);
  const step = value === 0 ? 0 : Math.floor(Math.log(Math.abs(value)) / Math.log(scale[0]));
  const at = Math.min(Math.max(step, 0), scale[1].length - 1);
  return `${number(value / scale[0] ** at)} ${scale[1][at]}`;
}

/** True if numbers of this unit have one of several units in front of people: "3 h", "2 TB". */
export const hasScale = (unit) => unit === "s" || unit === "share" || unit in scales;

/** A mark of an axis, which names units without scale once. */
export const mark = (value, unit) => (hasScale(unit) ? amount(value, unit) : number(value));

/** The ends of an axis with marks at multiples of `step`; a step may be no exact number. */
export const below = (value, step) => Math.floor(value / step + 1e-9) * step;
export const above = (value, step) => Math.ceil(value / step - 1e-9) * step;

/** The distance of the marks on an axis from 0; nothing: the chart chooses, in steps that are round in the unit of files. */
export function interval(most, unit, marks) {
  if (unit === "s" && most > 10) return roundStep(most / marks, "s");
  return unit === "J" && most > 3.6e5 ? roundStep(most / 3.6e6 / marks) * 3.6e6 : undefined;
}

/** A round number near `rough`, of the steps in which `unit` is read. */
export function roundStep(rough, unit) {
  if (unit === "s" && rough > 1) {
    const steps = [1, 2, 5, 10, 30, 60, 120, 300, 600, 1800, 3600, 7200, 10800, 21600, 43200, 86400, 172800, 604800];
    return steps.find((step) => step >= rough) ?? Math.ceil(rough / 604800) * 604800;
  }
  const power = 10 ** Math.floor(Math.log10(rough));
  return [1, 2, 5, 10].map((k) => k * power).find((step) => step >= rough * 0.999);
}
