// SPDX-License-Identifier: Apache-2.0
import { el, tip } from "../dom.js";
import { csv, fileName, saveButton } from "../download.js";
import { amount } from "../format.js";
import { numbersBehind } from "../table.js";
import { colourings } from "./colours.js";
import { readJobs } from "./jobs.js";
import { steer } from "./steer.js";
import { GanttView } from "./view.js";

const views = [];
let sizes = null;

const named = (names, at) => names[at] || "unknown";

/** Names of a job, as far as the data have them: [title, name] pairs. */
function namesOf(jobs, i) {
  const names = [];
  if (jobs.user) names.push(["user", named(jobs.users, jobs.user[i])]);
  if (jobs.partition) names.push(["partition", named(jobs.partitions, jobs.partition[i])]);
  return names;
}

/** What is said of a job: [name, value] pairs. */
function factsOf(jobs, i, item) {
  return [
    ["size", amount(jobs.size[i], item.unit)],
    ["wait", amount(jobs.wait[i], "s")],
    ["run time", (jobs.running[i] ? "more than " : "") + amount(jobs.end[i] - jobs.start[i], "s")],
    ["start", amount(jobs.start[i], "s")],
    ...namesOf(jobs, i),
  ];
}

function legendOf(colouring) {
  return colouring.entries.map(({ name, colour }) =>
    el("li", {}, el("span", { class: "swatch", style: `background:${colour}` }), name),
  );
}

function rowsOf(item, jobs) {
  const columns = [
    { title: "job" },
    { title: "submitted", name: "submit_s", right: true },
    { title: "wait", name: "wait_s", right: true },
    { title: "run time", name: "run_s", right: true },
    { title: item.unit, right: true },
    ...(jobs.count ? namesOf(jobs, 0).map(([title]) => ({ title })) : []),
  ];
  const values = Array.from({ length: jobs.count }, (_, i) => {
    const run = jobs.running[i] ? null : jobs.end[i] - jobs.start[i];
    const names = namesOf(jobs, i).map(([, name]) => name);
    return [jobs.id[i], jobs.start[i] - jobs.wait[i], jobs.wait[i], run, jobs.size[i], ...names];
  });
  const shown = values.map(([id, submit, wait, run, size, ...rest]) => [id, ...[submit, wait, run].map((v) => amount(v, "s")), size, ...rest]);
  return { columns, values, shown };
}

/** The picture of a queue with its controls, legend and numbers. */
export function gantt(item) {
  const jobs = readJobs(item);
  const canvas = el("canvas", {
    class: "gantt",
    tabindex: 0,
    role: "application",
    "aria-label": `${item.title}: ${jobs.count} jobs. Arrow keys move, plus and minus zoom, N and P go from job to job, 0 shows all.`,
  });
  const view = new GanttView(canvas, item, jobs);
  canvas.style.height = `${Math.min(640, 320 + view.ownHeight + 20 * item.lanes.length)}px`;
  const ways = colourings(jobs, item.unit);
  view.colouring = ways[0];
  const legend = el("ul", { class: "legend", "aria-label": "colours" }, legendOf(ways[0]));
  const choose = el(
    "select",
    {
      onchange: () => {
        view.colouring = ways.find((way) => way.key === choose.value);
        legend.replaceChildren(...legendOf(view.colouring));
        view.paint();
      },
    },
    ways.map((way) => el("option", { value: way.key }, way.title)),
  );
  const hint = el("div", { class: "hint", hidden: "" });
  const controls = steer(view, hint, (i) => tip(`Job ${jobs.id[i]}`, factsOf(jobs, i, item)));
  views.push(view);
  return el(
    "figure",
    {},
    el("figcaption", {}, item.title),
    item.note ? el("p", { class: "note" }, item.note) : null,
    el("div", { class: "tools" }, el("label", {}, "colour by ", choose), controls),
    el("div", { class: "stage" }, canvas, hint),
    legend,
    numbersBehind(item.title, () => rowsOf(item, jobs)),
    saveButton("Save all jobs as CSV", fileName(item.title, ".csv"), "text/csv", () => {
      const { columns, values } = rowsOf(item, jobs);
      return csv([columns.map((c) => c.name ?? c.title), ...values]);
    }),
  );
}

/** Paints all pictures that are not painted yet, and again when their width changes. */
export function paintGantts() {
  for (let i = views.length - 1; i >= 0; i--) {
    if (views[i].canvas.isConnected) continue;
    sizes?.unobserve(views[i].canvas);
    views.splice(i, 1);
  }
  sizes ??= new ResizeObserver((entries) => {
    for (const { target, contentRect } of entries) {
      const view = views.find((one) => one.canvas === target);
      // Another choice has removed it.
      if (!view) continue;
      if (view.seenWidth !== contentRect.width) view.paint();
      view.seenWidth = contentRect.width;
    }
  });
  for (const view of views) {
    if (view.seenWidth !== undefined) continue;
    view.paint();
    view.seenWidth = view.canvas.getBoundingClientRect().width;
    sizes.observe(view.canvas);
  }
}

export const repaintGantts = () => views.forEach((view) => view.paint());

/** The pictures, for the page's own test. */
export const gantts = () => views;
