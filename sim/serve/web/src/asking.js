// SPDX-License-Identifier: Apache-2.0
import { hasQueue, headline, scaling, waits, withoutQueue } from "./questions.js";

const PAUSE = 120;

/**
 * Asks what the state means, a moment after each change, and cancels the questions before. `show(view)` hears what is
 * known so far: {now, whole, curve, waits}, each an answer, and the progress.
 */
export function makeAsking({ state, door, show }) {
  let timer = 0;
  let running = null;
  let view = {};

  async function ask(round, part, question, more = {}) {
    if (!question) return;
    const fresh = () => running === round;
    const answer = await door.ask(question, {
      signal: round.signal,
      onProgress: (progress) => fresh() && more.watched && show((view = { ...view, progress })),
      onEstimate: (seconds) => fresh() && more.watched && show((view = { ...view, estimate: seconds })),
      ...(more.soFar ? { onSoFar: (answer, replicates) => fresh() && show((view = { ...view, [part]: { ...answer, partial: true, replicates } })) } : {}),
    });
    if (fresh()) show((view = { ...view, [part]: answer }));
    return answer;
  }

  async function start() {
    running?.abort();
    const round = (running = new AbortController());
    // Answers to the question before stay until the first of the new ones is there; they are marked as old.
    view = { ...view, old: true, busy: true, progress: null, estimate: null };
    show(view);
    const queue = hasQueue(state);
    try {
      const now = await door.ask(queue ? withoutQueue(state) : headline(state), { signal: round.signal });
      if (running !== round) return;
      const kept = now.exitCode <= 1 ? view.curve : null;
      show((view = { now, whole: queue ? null : now, curve: kept, waits: null, busy: true, queue }));
      if (now.exitCode <= 1) {
        // What needs no queue comes first: one engine may answer all, one question after the other.
        const curve = ask(round, "curve", scaling(state));
        const whole = queue ? ask(round, "whole", headline(state), { watched: true, soFar: true }) : null;
        await Promise.all([curve, whole]);
        show((view = { ...view, progress: null, estimate: null }));
        await ask(round, "waits", waits(state), { soFar: true });
      } else if (queue) {
        // The problems of the question as it is, not of the one without a queue.
        await ask(round, "whole", headline(state), { watched: true });
      }
      if (running === round) show((view = { ...view, busy: false, progress: null, estimate: null }));
    } catch (error) {
      if (error.name !== "AbortError") throw error;
    }
  }

  return {
    /** Asks after a pause, so that a slider that moves asks once. */
    soon() {
      clearTimeout(timer);
      timer = setTimeout(start, PAUSE);
    },
    start,
    get view() {
      return view;
    },
  };
}
