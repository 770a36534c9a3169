// SPDX-License-Identifier: Apache-2.0
import { charts, drawAll, repaintAll } from "./chart.js";
import { el } from "./dom.js";
import { fabrics, paintFabrics } from "./fabric.js";
import { fileName, saveButton } from "./download.js";
import { gantts, paintGantts, repaintGantts } from "./gantt/gantt.js";
import { addressesOf, cards, section } from "./items.js";
import { table } from "./table.js";

function origins(report) {
  const parts = [el("h2", { id: "inputs-title" }, "Inputs, versions and sources")];
  const facts = [["clustersim", report.version], ...(report.terms ?? [])];
  parts.push(el("dl", { class: "facts" }, facts.flatMap(([name, value]) => [el("dt", {}, name), el("dd", {}, value)])));
  for (const { name, text } of report.inputs ?? []) {
    const save = saveButton("Save", fileName(name, ".yaml"), "text/yaml", () => text);
    parts.push(el("details", {}, el("summary", {}, name), el("pre", { tabindex: 0 }, text), save));
  }
  if (report.sources?.length) {
    const rows = report.sources.map(({ name, text }) => [name, text]);
    const columns = [{ title: "source" }, { title: "what it is" }];
    parts.push(el("details", {}, el("summary", {}, "Sources"), table({ title: "Sources of the numbers", columns, rows })));
  }
  parts.push(saveButton("Save all data of this report as JSON", fileName(report.title, ".json"), "application/json", () => dataText()));
  return el("section", { id: "inputs", "aria-labelledby": "inputs-title" }, parts);
}

const dataText = () => document.getElementById("data").textContent;

function build(report) {
  document.title = `${report.title} – clustersim report`;
  const titles = report.sections.map((one) => one.title);
  const addresses = addressesOf(titles);
  document.getElementById("head").append(
    el("p", { class: "kind" }, `clustersim ${report.kind}`),
    el("h1", {}, report.title),
    ...(report.complete === false ? [el("p", { class: "warn", role: "alert" }, "Incomplete: not everything is answered yet.")] : []),
    ...(report.lead ?? []).map((line) => el("p", {}, line)),
    el(
      "nav",
      { "aria-label": "Sections" },
      titles.map((title, i) => el("a", { href: `#${addresses[i]}` }, title)),
      el("a", { href: "#inputs" }, "Inputs, versions and sources"),
    ),
  );
  const answers = el("div", { id: "answers" }, report.cards?.length ? cards(report.cards) : null);
  document.getElementById("page").replaceChildren(answers, ...report.sections.map((one, i) => section(one, addresses[i])), origins(report));
  document.getElementById("foot").append(
    el("p", { class: "note" }, `Made by clustersim ${report.version}. The page is complete in itself and loads nothing. Charts: Apache ECharts (Apache-2.0), zrender (BSD-3-Clause), tslib (0BSD).`),
  );
}

const problems = [];
addEventListener("error", (event) => problems.push(String(event.message)));

/** What the browser test asks for. */
window.reportState = () => ({
  problems,
  charts: charts().map(({ title, chart, box }) => {
    const canvas = box.querySelector("canvas");
    // Read from a copy: reading the chart's own canvas would slow down its drawing.
    const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext("2d", { willReadFrequently: true });
    copy.drawImage(canvas, 0, 0);
    const data = copy.getImageData(0, 0, canvas.width, canvas.height).data;
    return { title, width: box.clientWidth, colours: new Set(new Uint32Array(data.buffer)).size, zoom: chart.getOption().dataZoom?.[0]?.start };
  }),
  fabrics: fabrics(),
  gantts: gantts().map((view) => ({
    title: view.item.title,
    jobs: view.jobs.count,
    shown: new Set(view.raster.jobs).size - 1,
    from: view.t0,
    to: view.t1,
    ms: view.paintedIn,
  })),
});

try {
  build(JSON.parse(dataText()));
  paintGantts();
  paintFabrics();
  drawAll();
  const again = () => (repaintAll(), repaintGantts());
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", again);
  // Paper is white: the charts are drawn in its colours before they are printed.
  addEventListener("beforeprint", () => (document.documentElement.classList.add("paper"), repaintAll(), repaintGantts()));
  addEventListener("afterprint", () => (document.documentElement.classList.remove("paper"), again()));
} catch (error) {
  problems.push(String(error));
  document.getElementById("page").prepend(el("p", { class: "warn", role: "alert" }, `This report cannot be shown: ${error.message}`));
  throw error;
}
