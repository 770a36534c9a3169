// SPDX-License-Identifier: Apache-2.0
import { el } from "../../../report/web/src/dom.js";

/** Tabs: [{id, title, box, open()}]. Arrow keys move between them; `open` is called when one is shown. */
export function makeTabs(label, tabs) {
  const buttons = tabs.map(({ id, title }, i) =>
    el("button", { type: "button", role: "tab", id: `tab-${id}`, "aria-controls": `panel-${id}`, onclick: () => show(i) }, title),
  );
  const panels = tabs.map(({ id, box }) => el("div", { role: "tabpanel", id: `panel-${id}`, "aria-labelledby": `tab-${id}`, class: "panel" }, box));
  const bar = el("div", { role: "tablist", "aria-label": label, class: "tabs" }, buttons);
  let at = -1;
  function show(next) {
    if (at === next) return;
    at = next;
    buttons.forEach((button, i) => {
      button.setAttribute("aria-selected", String(i === at));
      button.tabIndex = i === at ? 0 : -1;
      panels[i].hidden = i !== at;
    });
    tabs[at].open?.();
  }
  bar.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const next = step ? (at + step + tabs.length) % tabs.length : { Home: 0, End: tabs.length - 1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    show(next);
    buttons[next].focus();
    buttons[next].scrollIntoView({ block: "nearest", inline: "nearest" });
  });
  show(0);
  return { bar, panels, show: (id) => show(tabs.findIndex((one) => one.id === id)), get current() { return tabs[at].id; } };
}

/** A text with a button that copies it. */
export function copied(label) {
  const pre = el("pre", { tabindex: 0, "aria-label": label });
  const button = el("button", { type: "button", class: "save" }, "Copy");
  button.addEventListener("click", async () => {
    button.textContent = (await copyText(pre.textContent)) ? "Copied" : "Select the text and copy it";
    setTimeout(() => (button.textContent = "Copy"), 2000);
  });
  return { box: el("div", { class: "copied" }, button, pre), set: (text) => (pre.textContent = text), pre };
}

/** Copies a text; false if the browser does not allow it. */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = el("textarea", { class: "unseen" });
    area.value = text;
    document.body.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    return done;
  }
}
