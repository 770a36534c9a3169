// SPDX-License-Identifier: Apache-2.0
import { el } from "../../../report/web/src/dom.js";
import { completions } from "./complete.js";
import { newId } from "./fields.js";

/**
 * An editor for YAML: line numbers, completion by the schema (Ctrl-Space, and while a word is typed), problems at their
 * lines. `change(text)` hears what is written.
 */
export function makeEditor({ schema, label, change }) {
  const area = el("textarea", { spellcheck: "false", autocapitalize: "off", autocomplete: "off", wrap: "off", "aria-label": label, id: newId("editor") });
  const numbers = el("div", { class: "numbersat", "aria-hidden": "true" });
  const list = el("ul", { class: "options", role: "listbox", "aria-label": "Completions", id: newId("completions"), hidden: true });
  const note = el("p", { class: "hintline" }, "Ctrl-Space completes keys and values. Escape leaves the list, then Tab leaves the editor.");
  area.setAttribute("aria-controls", list.id);
  const frame = el("div", { class: "editor" }, numbers, area, list);
  let marked = new Map();
  let found = { from: 0, options: [] };
  let at = -1;

  const count = () => {
    const lines = area.value.split("\n").length;
    area.rows = Math.min(Math.max(lines + 1, 14), 40);
    numbers.replaceChildren(...Array.from({ length: lines }, (_, i) => el("div", { class: marked.has(i + 1) ? "wrong" : null, title: marked.get(i + 1) }, String(i + 1))));
    numbers.scrollTop = area.scrollTop;
  };
  const close = () => {
    list.hidden = true;
    area.removeAttribute("aria-activedescendant");
  };
  const mark = (next) => {
    at = next;
    [...list.children].forEach((option, i) => option.setAttribute("aria-selected", String(i === at)));
    list.children[at]?.scrollIntoView({ block: "nearest" });
    if (list.children[at]) area.setAttribute("aria-activedescendant", list.children[at].id);
  };
  const take = (option) => {
    area.setRangeText(option.text + option.after, found.from, area.selectionEnd, "end");
    close();
    written();
  };
  const open = () => {
    found = completions(schema, area.value, area.selectionStart);
    if (!found.options.length) return close();
    list.replaceChildren(
      ...found.options.map((option, i) =>
        el("li", { role: "option", id: `${list.id}-${i}`, "aria-selected": "false", onpointerdown: (event) => (event.preventDefault(), take(option)) }, el("span", { class: "name" }, option.text), el("span", { class: "title" }, option.note)),
      ),
    );
    const before = area.value.slice(0, found.from).split("\n");
    const style = getComputedStyle(area);
    const high = Number.parseFloat(style.lineHeight);
    list.style.top = `${before.length * high + Number.parseFloat(style.paddingTop) - area.scrollTop + 2}px`;
    list.style.left = `min(calc(${before.at(-1).length}ch + 3.2rem), 50%)`;
    list.hidden = false;
    mark(0);
  };
  const written = () => {
    count();
    change(area.value);
  };
  area.addEventListener("scroll", () => (numbers.scrollTop = area.scrollTop));
  area.addEventListener("blur", close);
  area.addEventListener("input", (event) => {
    written();
    if (event.inputType === "insertText" && /[\w-]/.test(event.data ?? "")) open();
    else close();
  });
  area.addEventListener("keydown", (event) => {
    if (event.key === " " && event.ctrlKey) {
      event.preventDefault();
      return open();
    }
    if (list.hidden) {
      if (event.key === "Enter") {
        // A new line is indented like the one before it, and more after a key without value.
        const line = area.value.slice(0, area.selectionStart).split("\n").at(-1);
        event.preventDefault();
        area.setRangeText(`\n${/^ */.exec(line)[0]}${/:\s*$/.test(line) ? "  " : ""}`, area.selectionStart, area.selectionEnd, "end");
        written();
      }
      return;
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) mark((at + step + found.options.length) % found.options.length);
    else if (event.key === "Enter" || event.key === "Tab") take(found.options[at]);
    else if (event.key === "Escape") close();
    else return;
    event.preventDefault();
  });

  return {
    box: el("div", {}, frame, note),
    area,
    get text() {
      return area.value;
    },
    set(text) {
      if (area.value !== text) area.value = text;
      count();
    },
    /** Marks the lines with problems. */
    mark(problems) {
      marked = new Map(problems.filter(({ line }) => line > 0).map((one) => [one.line, one.message]));
      count();
    },
    /** Puts the cursor where a problem is. */
    show({ line, column = 1, length = 0 }) {
      const start = area.value.split("\n").slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0) + Math.max(0, column - 1);
      area.focus();
      area.setSelectionRange(start, start + Math.max(length, 1));
    },
  };
}
