// SPDX-License-Identifier: Apache-2.0
import { el } from "../../../report/web/src/dom.js";

/** What is wrong, each with its place; `show(problem)` leads to the place in the editor. */
export function problemList(problems, show) {
  return el(
    "ul",
    { class: "problems" },
    problems.map((one) =>
      el(
        "li",
        {},
        el("p", { class: "message" }, one.message),
        one.expected ? el("p", {}, `Expected: ${one.expected}`) : null,
        one.help ? el("p", {}, `Help: ${one.help}`) : null,
        one.line > 0 && show ? el("button", { type: "button", class: "place", onclick: () => show(one) }, `Line ${one.line}`) : null,
      ),
    ),
  );
}

/** The problems of an answer; an answer without any that failed says at least that. */
export const problemsOf = (answer) =>
  answer?.problems?.length ? answer.problems : answer && answer.exitCode > 1 ? [{ message: `The program ended with exit code ${answer.exitCode}.` }] : [];
