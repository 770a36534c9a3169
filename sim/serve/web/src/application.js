// SPDX-License-Identifier: Apache-2.0
import { el, visible } from "../../../report/web/src/dom.js";
import { number } from "../../../report/web/src/format.js";
import { newId } from "./fields.js";

const plain = (text) => text.toLowerCase().replace(/billion( parameters)?/g, "b").replace(/(\d)\s+b\b/g, "$1b").replace(/[^a-z0-9.]+/g, " ");

/** How well an application fits what was typed: 0 does not, higher is better. */
function fit({ name, title }, query) {
  const words = plain(query).split(" ").filter(Boolean);
  const own = plain(name);
  const all = `${own} ${plain(title ?? "")}`;
  const joined = all.replaceAll(" ", "");
  if (!words.every((word) => all.includes(word) || joined.includes(word))) return 0;
  return own.replaceAll(" ", "") === words.join("") ? 4 : own.startsWith(words[0]) ? 2 : 1;
}

const size = (parameters) => (!parameters ? "" : parameters >= 1e9 ? `${number(parameters / 1e9)} B` : `${number(parameters / 1e6)} M`);

/** A box to search the applications by name or title. `choose(name)` hears what was chosen. */
export function applicationBox(known, choose) {
  const list = el("ul", { role: "listbox", id: newId("applications"), class: "options", "aria-label": "Applications", hidden: true });
  const input = el("input", {
    type: "text", role: "combobox", autocomplete: "off", spellcheck: "false", "aria-expanded": "false",
    "aria-autocomplete": "list", "aria-controls": list.id, placeholder: "llama 7b, resnet, gromacs …",
  });
  let shown = [];
  let at = -1;
  let chosen = "";
  const close = () => {
    list.hidden = true;
    input.setAttribute("aria-expanded", "false");
    input.removeAttribute("aria-activedescendant");
  };
  const mark = (next) => {
    at = next;
    [...list.children].forEach((option, i) => option.setAttribute("aria-selected", String(i === at)));
    const option = list.children[at];
    if (!option) return input.removeAttribute("aria-activedescendant");
    input.setAttribute("aria-activedescendant", option.id);
    option.scrollIntoView({ block: "nearest" });
  };
  const take = (name) => {
    chosen = name;
    input.value = visible(name);
    close();
    choose(name);
  };
  const open = (all) => {
    const query = all ? "" : input.value;
    shown = known().map((one) => [query.trim() ? fit(one, query) : 1, one]).filter(([fits]) => fits > 0);
    shown = shown.sort(([a], [b]) => b - a).map(([, one]) => one);
    list.replaceChildren(
      ...shown.map((one, i) =>
        el(
          "li",
          { role: "option", id: `${list.id}-${i}`, "aria-selected": "false", onpointerdown: (event) => (event.preventDefault(), take(one.name)) },
          el("span", { class: "name" }, one.name),
          el("span", { class: "size" }, size(one.parameters)),
          el("span", { class: "title" }, one.title ?? ""),
        ),
      ),
    );
    if (!shown.length) list.append(el("li", { class: "none" }, "No application has this name."));
    list.hidden = false;
    input.setAttribute("aria-expanded", "true");
    mark(shown.length ? (all ? shown.findIndex(({ name }) => name === chosen) : 0) : -1);
  };
  input.addEventListener("focus", () => input.select());
  input.addEventListener("click", () => list.hidden && open(true));
  input.addEventListener("input", () => open(false));
  input.addEventListener("blur", () => {
    close();
    input.value = visible(chosen);
  });
  input.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      if (list.hidden) open(true);
      else if (shown.length) mark((at + step + shown.length) % shown.length);
    } else if (event.key === "Enter" && !list.hidden) {
      event.preventDefault();
      if (shown[at]) take(shown[at].name);
    } else if (event.key === "Escape") {
      close();
      input.value = visible(chosen);
    }
  });
  const box = el("div", { class: "combo" }, input, list);
  box.set = (name) => {
    chosen = name;
    if (document.activeElement !== input) input.value = visible(name);
  };
  return box;
}
