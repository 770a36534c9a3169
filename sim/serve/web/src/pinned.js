// SPDX-License-Identifier: Apache-2.0
import { el } from "../../../report/web/src/dom.js";
import { number } from "../../../report/web/src/format.js";
import { table } from "../../../report/web/src/table.js";
import { allFacts, numbersOf } from "./facts.js";
import { slot } from "./slot.js";

/** All values of a scenario by their dotted keys. */
function flat(value, path = "", out = new Map()) {
  if (value !== null && typeof value === "object" && !Array.isArray(value)) for (const [key, inner] of Object.entries(value)) flat(inner, path ? `${path}.${key}` : key, out);
  else out.set(path, Array.isArray(value) ? JSON.stringify(value) : String(value));
  return out;
}

function changedKeys(a, b) {
  const [left, right] = [flat(a), flat(b)];
  const keys = [...new Set([...left.keys(), ...right.keys()])].filter((key) => key !== "title" && left.get(key) !== right.get(key));
  return keys.map((key) => [key, left.get(key) ?? "–", right.get(key) ?? "–"]);
}

const VALUES = { wait: (one) => one.wait.mid, run: (one) => one.run.mid, end: (one) => one.end.mid, cost: (one) => one.billed, memory: (one) => one.memory, energy: (one) => one.energy };

function change(a, b) {
  if (a === null || b === null || a === undefined || b === undefined) return "";
  if (a === 0) return b === 0 ? "same" : "more";
  const factor = b / a;
  if (factor >= 2) return `× ${number(factor)}`;
  const percent = Math.round(100 * (factor - 1));
  return percent === 0 ? "same" : `${percent > 0 ? "+" : "−"}${Math.abs(percent)} %`;
}

/** Two states side by side: A is kept, B is what the form shows now. */
export function makePinned({ state, catalogue, asking, button }) {
  const place = slot();
  let kept = null;

  function pin() {
    const { whole, now } = asking().view;
    const answer = whole?.exitCode <= 1 ? whole : now;
    kept = kept ? null : { state: state.whole, scenario: state.scenario, answer };
    button.textContent = kept ? "Stop comparing" : "Compare with …";
    button.setAttribute("aria-pressed", String(Boolean(kept)));
    show(asking().view);
  }
  button.addEventListener("click", pin);

  function show({ whole, now, queue }) {
    const answer = whole?.exitCode <= 1 ? whole : now?.exitCode <= 1 ? now : null;
    place.update([kept, answer, state.text, catalogue.machines], () => {
      if (!kept || !answer) return null;
      const before = allFacts(kept.answer);
      const after = allFacts(answer);
      const keys = changedKeys({ ...kept.scenario, machines: kept.state.machines }, { ...state.scenario, machines: state.machines });
      const rows = [];
      for (const b of after) {
        const a = before.find(({ system }) => system === b.system) ?? (before.length === 1 && after.length === 1 ? before[0] : null);
        if (!a) continue;
        const left = numbersOf(a);
        let name = catalogue.titleOf(b.system);
        for (const { key, title, value } of numbersOf(b)) {
          if (queue && answer !== whole && (key === "wait" || key === "end")) continue;
          const old = left.find((one) => one.key === key);
          rows.push([name, title, old?.value ?? "–", value ?? "–", change(VALUES[key](a), VALUES[key](b))]);
          name = ""; // Once for each machine.
        }
      }
      const several = after.length > 1;
      const back = el("button", { type: "button", class: "save", onclick: () => state.load(kept.state, "form") }, "Back to A");
      return el(
        "section",
        { id: "pinned", "aria-labelledby": "pinned-h" },
        el("h2", { id: "pinned-h" }, "A and B"),
        el("p", { class: "note" }, keys.length ? "A was kept, B is what the form shows." : "A is kept. Change something in the form, and both answers are shown side by side."),
        keys.length
          ? el(
              "div",
              { class: "pinned" },
              el("div", {}, table({ title: "What is different", columns: [{ title: "key" }, { title: "A" }, { title: "B" }], rows: keys })),
              rows.length ? el("div", {}, table({ title: "What follows", columns: [...(several ? [{ title: "machine" }] : []), { title: "" }, ...["A", "B", "change"].map((title) => ({ title, right: true }))], rows: rows.map((row) => (several ? row : row.slice(1))) })) : null,
            )
          : null,
        back,
      );
    });
  }
  return { box: place.box, show };
}
