// SPDX-License-Identifier: Apache-2.0
import { el, visible } from "./dom.js";
import { amount, number } from "./format.js";
import { okabeIto, ordered } from "./palette.js";
import { numbersBehind } from "./table.js";

const SVG = "http://www.w3.org/2000/svg";
const LIMIT = 0.995;
const most = { arcs: 60, named: 8 };
const shares = [0, 0.25, 0.5, 0.75, 1];
const drawn = [];
let sizes = null;

function shape(name, attributes, ...children) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  for (const child of children) made.append(child instanceof Node ? child : visible(child));
  return made;
}

const text = (x, y, words, more = {}) => shape("text", { x, y, "font-size": 12, fill: "var(--text)", ...more }, words);
const title = (words) => shape("title", {}, words);

/** The colour of a leaf switch by the share of its nodes that the job has. */
const leafColour = ([, nodes, own]) => (own === 0 ? "var(--page)" : ordered[Math.min(4, Math.ceil((own / nodes) * 4 - 1e-9))]);

/** Both directions between two groups as one line, the most loaded lines first. */
function arcsOf(item) {
  const pairs = new Map();
  for (const one of item.between) {
    const ends = [one.from ?? -1, one.to ?? -1].sort((a, b) => a - b);
    const key = ends.join(" ");
    const pair = pairs.get(key) ?? { ends, busiest: 0, said: [] };
    const name = (end) => (end === null ? "switches above the groups" : item.groups[end].name);
    pair.busiest = Math.max(pair.busiest, one.busiest);
    pair.said.push(`${name(one.from)} to ${name(one.to)}: ${amount(one.busiest, "share")} on the most loaded of ${number(one.links)} links, ${number(one.messages)} messages`);
    pairs.set(key, pair);
  }
  return [...pairs.values()].sort((a, b) => b.busiest - a.busiest).slice(0, most.arcs);
}

/** Groups in the picture: those with nodes of the job or an end of a line. */
function rowsOf(item, arcs) {
  const ends = new Set(arcs.flatMap((arc) => arc.ends));
  const rows = item.groups.map((group, at) => ({ group, at })).filter(({ group, at }) => group.own > 0 || ends.has(at));
  return ends.has(-1) ? [{ group: null, at: -1 }, ...rows] : rows;
}

function layout(item, width) {
  const arcs = arcsOf(item);
  const rows = rowsOf(item, arcs);
  const narrow = width < 480;
  const left = narrow ? 84 : 170;
  const right = arcs.length ? (narrow ? 84 : 230) : 8;
  const area = Math.max(60, width - left - right);
  const leaves = Math.max(1, ...rows.map(({ group }) => group?.leaves.length ?? 0));
  const cell = Math.max(6, Math.min(18, Math.floor(area / Math.min(leaves, 64)) - 2));
  const columns = Math.max(1, Math.floor(area / (cell + 2)));
  let y = 4;
  for (const row of rows) {
    row.y = y;
    row.high = Math.max(26, Math.ceil((row.group?.leaves.length ?? 1) / columns) * (cell + 2) + 8);
    row.middle = y + row.high / 2;
    y += row.high;
  }
  return { arcs, rows, left, area, cell, columns, narrow, height: y + 4 };
}

function paintRow(svg, row, plan) {
  const { left, cell, columns, narrow } = plan;
  if (!row.group) {
    svg.append(text(left, row.middle + 4, "switches above the groups", { "font-style": "italic" }));
    return;
  }
  const { name, nodes, own, leaves } = row.group;
  const wide = narrow ? 11 : 14;
  const shown = name.length > wide ? `${name.slice(0, wide - 1)}…` : name;
  const label = text(left - 8, row.middle - (narrow ? 2 : -4), narrow ? shown : `${shown}  ${own} of ${nodes}`, { "text-anchor": "end" });
  label.append(title(`${visible(name)}: ${own} of ${nodes} nodes`));
  svg.append(label);
  if (narrow) svg.append(text(left - 8, row.middle + 11, `${own} of ${nodes}`, { "text-anchor": "end", "font-size": 11, fill: "var(--faint)" }));
  leaves.forEach((leaf, i) => {
    const x = left + (i % columns) * (cell + 2);
    const y = row.y + 4 + Math.floor(i / columns) * (cell + 2);
    const square = shape("rect", { x, y, width: cell, height: cell, fill: leafColour(leaf), stroke: "var(--faint)", "stroke-width": 0.75 });
    square.append(title(`${visible(leaf[0])}: ${leaf[2]} of ${leaf[1]} nodes`));
    svg.append(square);
  });
}

function paintArcs(svg, plan) {
  const { arcs, rows, left, columns, cell, narrow } = plan;
  const place = new Map(rows.map((row) => [row.at, row]));
  const widest = Math.max(...rows.map(({ group }) => Math.min(columns, group?.leaves.length ?? 12)));
  const x = left + widest * (cell + 2) + 6;
  const reach = narrow ? 34 : 150;
  const named = [];
  // The most loaded are painted last, over the others.
  for (const { ends, busiest, said } of [...arcs].reverse()) {
    const [y0, y1] = ends.map((end) => place.get(end).middle);
    const bulge = 14 + reach * Math.sqrt(Math.abs(y1 - y0) / Math.max(plan.height, 1));
    const limits = busiest >= LIMIT;
    const line = shape("path", {
      d: `M${x} ${y0}C${x + bulge} ${y0} ${x + bulge} ${y1} ${x} ${y1}`,
      fill: "none",
      stroke: limits ? okabeIto[5] : okabeIto[0],
      "stroke-opacity": limits ? 1 : 0.25 + 0.6 * busiest,
      "stroke-width": 1 + 4 * busiest,
    });
    line.append(title(said.map(visible).join("\n")));
    svg.append(line);
    named.unshift({ x: x + bulge * 0.75 + 6, y: (y0 + y1) / 2 + 4, busiest });
  }
  const kept = [];
  for (const one of named) {
    if (kept.length === most.named) break;
    if (kept.some((other) => Math.abs(other.y - one.y) < 14 && Math.abs(other.x - one.x) < 44)) continue;
    kept.push(one);
    // A rim in the colour of the page keeps the number legible over lines.
    svg.append(text(one.x, one.y, amount(one.busiest, "share"), { stroke: "var(--card)", "stroke-width": 3, "paint-order": "stroke" }));
  }
}

function paint(one) {
  const { width } = one.box.getBoundingClientRect();
  const plan = layout(one.item, width);
  const svg = shape("svg", { width, height: plan.height, viewBox: `0 0 ${width} ${plan.height}`, "font-family": "system-ui, sans-serif", "aria-hidden": "true" });
  if (plan.arcs.length) paintArcs(svg, plan);
  for (const row of plan.rows) paintRow(svg, row, plan);
  one.box.replaceChildren(svg);
  one.width = width;
}

function legend(item, arcs) {
  const names = ["none", "up to 25 %", "up to 50 %", "up to 75 %", "up to 100 %"];
  const swatch = (style) => el("span", { class: "swatch", style });
  const leaves = shares.map((share, i) => el("li", {}, swatch(`background:${share === 0 ? "var(--page)" : ordered[i]}`), i === 0 ? "leaf switch without nodes of the job" : names[i]));
  const lines = arcs.length
    ? [
        el("li", {}, swatch(`background:${okabeIto[0]}`), "line: most loaded cable between two groups, share of its capacity"),
        el("li", {}, swatch(`background:${okabeIto[5]}`), "full: it limits"),
      ]
    : [];
  return el("ul", { class: "legend", "aria-label": "colours" }, leaves, lines);
}

function leafRows(item) {
  const columns = [{ title: "group" }, { title: "leaf switch" }, { title: "nodes of the partition", name: "nodes", right: true }, { title: "nodes of the job", name: "own_nodes", right: true }];
  const values = item.groups.flatMap((group) => group.leaves.map(([name, nodes, own]) => [group.name, name, nodes, own]));
  values.sort((a, b) => b[3] - a[3]);
  return { columns, values, shown: values };
}

function linkRows(item) {
  const columns = [
    { title: "from" },
    { title: "to" },
    { title: "level" },
    { title: "messages", right: true },
    { title: "capacity", name: "capacity_bytes_per_s", right: true },
    { title: "share used", name: "share", right: true },
  ];
  const values = item.links.map(({ from, to, level, messages, capacity, share }) => [from, to, level, messages, capacity, share]);
  const shown = values.map(([from, to, level, messages, capacity, share]) => [from, to, level, messages, `${amount(capacity, "B")}/s`, amount(share, "share")]);
  return { columns, values, shown };
}

function words(item, arcs) {
  const groups = item.groups.filter((group) => group.own > 0).map((group) => `${group.name}: ${group.own} of ${group.nodes} nodes`);
  const lines = arcs.slice(0, 5).flatMap((arc) => arc.said);
  return `Nodes of ${item.title}. ${groups.slice(0, 12).join("; ")}. ${lines.join(". ")}`;
}

/** The nodes of a job by group and leaf switch, and the load of the cables between groups. */
export function fabric(item) {
  const arcs = arcsOf(item);
  const box = el("div", { class: "fabric", role: "img", "aria-label": words(item, arcs) });
  drawn.push({ item, box });
  const idle = item.groups.length - rowsOf(item, arcs).filter(({ group }) => group).length;
  return el(
    "figure",
    {},
    el("figcaption", {}, item.title),
    item.note ? el("p", { class: "note" }, item.note) : null,
    box,
    idle > 0 ? el("p", { class: "note" }, `Not drawn: ${idle} ${idle === 1 ? "group" : "groups"} without nodes of the job.`) : null,
    legend(item, arcs),
    numbersBehind(`${item.title}, leaf switches`, () => leafRows(item), "Leaf switches as a table"),
    item.links.length ? numbersBehind(`${item.title}, links`, () => linkRows(item), "Most loaded links as a table") : null,
  );
}

/** Draws the fabrics that are in the page, and again when their width changes. */
export function paintFabrics() {
  for (let i = drawn.length - 1; i >= 0; i--) if (!drawn[i].box.isConnected) drawn.splice(i, 1);
  sizes ??= new ResizeObserver((entries) => {
    for (const { target, contentRect } of entries) {
      const one = drawn.find((candidate) => candidate.box === target);
      // A new height changes the layout, which an observer may not do at once.
      if (one && one.width !== contentRect.width) requestAnimationFrame(() => paint(one));
    }
  });
  for (const one of drawn) {
    if (one.width !== undefined) continue;
    paint(one);
    sizes.observe(one.box);
  }
}

/** The fabrics, for the page's own test. */
export const fabrics = () =>
  drawn.map(({ item, box }) => ({ title: item.title, leaves: box.querySelectorAll("rect").length, lines: box.querySelectorAll("path").length, width: box.scrollWidth }));
