// SPDX-License-Identifier: Apache-2.0
import { el } from "../dom.js";

const MOVES = {
  ArrowLeft: (view) => view.pan(-0.15, 0),
  ArrowRight: (view) => view.pan(0.15, 0),
  ArrowUp: (view) => view.pan(0, -0.15),
  ArrowDown: (view) => view.pan(0, 0.15),
  "+": (view) => view.zoom(0.7),
  "=": (view) => view.zoom(0.7),
  "-": (view) => view.zoom(1 / 0.7),
  "]": (view) => view.zoomRows(1.4),
  "[": (view) => view.zoomRows(1 / 1.4),
  Home: (view) => view.pan(-1e9, 0),
  End: (view) => view.pan(1e9, 0),
  0: (view) => view.reset(),
};

/** Marks the next or the previous job by start. */
function walk(view, by) {
  const { count, end } = view.jobs;
  if (!count) return;
  const at = view.marked < 0 ? end.findIndex((t) => t > view.t0) - by : view.marked;
  view.marked = Math.min(Math.max(at + by, 0), count - 1);
  view.show(view.marked);
}

/** Lets pointer, wheel, touch and keys move the picture; returns the buttons that do the same. */
export function steer(view, hint, describe) {
  const { canvas } = view;
  let wanted = false;
  const repaint = () => {
    if (wanted) return;
    wanted = true;
    requestAnimationFrame(() => {
      wanted = false;
      view.paint();
    });
  };
  const hide = () => (hint.hidden = true);
  const tell = (job, x, y) => {
    hint.replaceChildren(describe(job));
    hint.hidden = false;
    hint.style.left = `${Math.min(x + 12, Math.max(0, canvas.clientWidth - hint.offsetWidth - 4))}px`;
    hint.style.top = `${Math.min(y + 12, Math.max(0, canvas.clientHeight - hint.offsetHeight - 4))}px`;
  };
  const place = (event) => {
    const box = canvas.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  };
  const share = (x) => (x - view.area.left) / view.area.width;

  const down = new Map();
  let moved = false;
  canvas.addEventListener("pointerdown", (event) => {
    canvas.focus({ preventScroll: true });
    down.set(event.pointerId, place(event));
    moved = false;
    canvas.setPointerCapture(event.pointerId);
  });
  canvas.addEventListener("pointermove", (event) => {
    const [x, y] = place(event);
    const before = down.get(event.pointerId);
    if (!before) {
      const job = view.jobAt(x, y);
      if (job < 0) hide();
      else tell(job, x, y);
      return;
    }
    hide();
    if (down.size === 2) {
      const [other] = [...down].filter(([id]) => id !== event.pointerId).map(([, at]) => at);
      const apart = Math.max(Math.abs(before[0] - other[0]), 10);
      view.zoom(apart / Math.max(Math.abs(x - other[0]), 10), share((x + other[0]) / 2));
    } else {
      view.pan((before[0] - x) / view.area.width, (before[1] - y) / view.area.height);
    }
    moved ||= Math.hypot(x - before[0], y - before[1]) > 2;
    down.set(event.pointerId, [x, y]);
    repaint();
  });
  const up = (event) => {
    if (down.delete(event.pointerId) && !moved && event.type === "pointerup") {
      const [x, y] = place(event);
      view.marked = view.jobAt(x, y);
      if (view.marked >= 0) tell(view.marked, x, y);
      repaint();
    }
  };
  canvas.addEventListener("pointerup", up);
  canvas.addEventListener("pointercancel", up);
  canvas.addEventListener("pointerleave", hide);
  // Without the control key the wheel scrolls the page, unless the picture was clicked.
  canvas.addEventListener(
    "wheel",
    (event) => {
      if (!event.ctrlKey && !event.shiftKey && document.activeElement !== canvas) return;
      event.preventDefault();
      const [x, y] = place(event);
      const turned = event.deltaY || event.deltaX;
      const factor = Math.exp(Math.max(-200, Math.min(200, turned)) * 0.002);
      if (event.shiftKey) view.zoomRows(1 / factor, (y - view.area.top) / view.area.height);
      else view.zoom(factor, share(x));
      repaint();
    },
    { passive: false },
  );
  canvas.addEventListener("dblclick", (event) => {
    view.zoom(0.5, share(place(event)[0]));
    repaint();
  });
  canvas.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const key = event.key.toLowerCase();
    if (key === "n" || key === "p") {
      walk(view, key === "n" ? 1 : -1);
      if (view.marked >= 0) {
        tell(view.marked, view.area.left, view.area.top);
        document.getElementById("said").textContent = hint.innerText;
      }
    } else if (event.key === "Escape") {
      view.marked = -1;
      hide();
    } else if (MOVES[event.key]) {
      MOVES[event.key](view);
    } else {
      return;
    }
    event.preventDefault();
    repaint();
  });
  const button = (text, label, act) =>
    el("button", { type: "button", "aria-label": label, title: label, onclick: () => (act(view), repaint()) }, text);
  return [
    button("+", "Zoom in", MOVES["+"]),
    button("−", "Zoom out", MOVES["-"]),
    button("◀", "Earlier", MOVES.ArrowLeft),
    button("▶", "Later", MOVES.ArrowRight),
    button("↕+", "Zoom in on the rows", MOVES["]"]),
    button("↕−", "Zoom out of the rows", MOVES["["]),
    button("All", "Show all", MOVES[0]),
  ];
}
