// SPDX-License-Identifier: Apache-2.0
import { charts, repaintAll } from "../../../report/web/src/chart.js";
import { el } from "../../../report/web/src/dom.js";
import { gantts, repaintGantts } from "../../../report/web/src/gantt/gantt.js";
import { keepAddress, stateIn } from "./address.js";
import { makeAnswers } from "./answers.js";
import { makeAsking } from "./asking.js";
import { makeCatalogue } from "./catalogue.js";
import { courseTab } from "./course.js";
import { openDoor } from "./door.js";
import { makeForm } from "./form.js";
import { makePinned } from "./pinned.js";
import { othersTab } from "./others.js";
import { problemsOf } from "./problems.js";
import { paint } from "./slot.js";
import { makeSnapshot } from "./snapshot.js";
import { makeState } from "./state.js";
import { copyText, makeTabs } from "./tabs.js";
import { commandTab, proposalTab, scriptTab, yamlTab } from "./texts.js";
import { makeWhy } from "./why.js";

const failures = [];
addEventListener("error", (event) => failures.push(String(event.message)));
addEventListener("unhandledrejection", (event) => failures.push(String(event.reason)));

function build(first) {
  const { edition } = JSON.parse(document.getElementById("edition").textContent);
  const door = openDoor(edition);
  const state = makeState(first ?? undefined);
  const catalogue = makeCatalogue(door);
  const address = keepAddress(state);

  const link = el("button", { type: "button", class: "main" }, "Copy link");
  link.addEventListener("click", async () => {
    const whole = tabs.current === "course" ? new URL(course.link, location.href).href : await address.link();
    link.textContent = (await copyText(whole)) ? "Link copied" : "Copy it from the address bar";
    setTimeout(() => (link.textContent = "Copy link"), 2500);
  });
  const compare = el("button", { type: "button", "aria-pressed": "false", title: "Keep this answer as A and change the form to get B" }, "Compare with …");

  const pinned = makePinned({ state, catalogue, asking: () => asking, button: compare });
  const why = makeWhy({ state, door });
  const snapshot = makeSnapshot({ state, door });
  const yaml = yamlTab({ state, catalogue });
  const answers = makeAnswers({
    catalogue,
    showPlace: (problem) => (tabs.show("yaml"), yaml.show(problem)),
    extra: { why, pinned: pinned.box },
  });
  // On a small screen the form fills the window: the answer is told below it, and a touch leads there.
  const toAnswer = () => (document.getElementById("answer").scrollIntoView(), document.getElementById("answer").focus({ preventScroll: true }));
  const peek = el("button", { type: "button", class: "peek", onclick: toAnswer });
  document.querySelector(".skip").addEventListener("click", (event) => (event.preventDefault(), toAnswer()));
  const show = (view) => {
    answers.show(view);
    peek.textContent = answers.told;
    pinned.show(view);
    if (!view.busy) yaml.problems(problemsOf(view.whole).length ? problemsOf(view.whole) : problemsOf(view.now));
    why.hidden = !(view.now?.exitCode <= 1);
  };
  const asking = makeAsking({ state, door, show });
  const view = () => asking.view;
  const command = commandTab({ state });
  const script = scriptTab({ state, catalogue, view });
  const proposal = proposalTab({ state, door });
  const others = othersTab({ state, catalogue, door, view });
  const course = courseTab({ door, catalogue });
  const tabs = makeTabs("Forms of the question and its answer", [
    { id: "answer", title: "Answer", box: [snapshot.box, answers.box], open: paint },
    { id: "yaml", title: "YAML", ...yaml },
    { id: "command", title: "Command line", ...command },
    { id: "sbatch", title: "sbatch", ...script },
    { id: "proposal", title: "Proposal", ...proposal },
    { id: "others", title: "Other questions", ...others },
    { id: "course", title: "Course", ...course },
  ]);
  // The engine in the browser reads no archives.
  const take = edition === "static" ? null : (file) => (tabs.show("answer"), snapshot.take(file));
  const form = makeForm({ state, catalogue, snapshot: take });
  state.listen(() => asking.soon());

  document.getElementById("head").append(
    el("div", {}, el("h1", {}, "clustersim"), el("p", {}, "When will it start, how fast will it run, what will it cost?")),
    el("div", { class: "actions" }, compare, link),
  );
  document.getElementById("page").replaceChildren(form, peek, el("div", { id: "answer", tabindex: "-1" }, tabs.bar, tabs.panels));
  document.getElementById("foot").append(
    el("p", { class: "note" }, "Nothing is loaded from elsewhere, and nothing leaves the program. Charts: Apache ECharts (Apache-2.0), zrender (BSD-3-Clause), tslib (0BSD). YAML: yaml (ISC)."),
  );

  const again = () => (repaintAll(), repaintGantts());
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", again);
  // Paper is white: the charts are drawn in its colours before they are printed.
  addEventListener("beforeprint", () => (document.documentElement.classList.add("paper"), again()));
  addEventListener("afterprint", () => (document.documentElement.classList.remove("paper"), again()));

  /** What the browser test asks for. */
  window.pageState = () => ({
    failures,
    text: state.text,
    machines: state.machines,
    busy: Boolean(asking.view.busy),
    charts: charts().map(({ title, box }) => ({ title, width: box.clientWidth })),
    gantts: gantts().map((one) => ({ title: one.item.title, jobs: one.jobs.count })),
  });

  const exercise = () => {
    const [, template] = /^#course=([\w-]+)$/.exec(location.hash) ?? [];
    if (!template) return;
    course.take(template);
    tabs.show("course");
  };
  addEventListener("hashchange", exercise);

  // The form is painted before anything is asked.
  requestAnimationFrame(() =>
    setTimeout(async () => {
      exercise();
      const trouble = catalogue.load();
      asking.start();
      if ((await trouble).length) show({ now: { exitCode: 70, problems: await trouble } });
    }),
  );
}

stateIn(location.hash).then(build);
