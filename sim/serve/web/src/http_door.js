// SPDX-License-Identifier: Apache-2.0

const TOKEN = "clustersim-token";

/** The token of the address moves into the browser's store, so that links that are copied or shown do not have it. */
function takeToken() {
  const address = new URL(location.href);
  const given = address.searchParams.get("token");
  try {
    if (!given) return localStorage.getItem(TOKEN) ?? "";
    localStorage.setItem(TOKEN, given);
  } catch {
    // A browser that stores nothing keeps the token for as long as the page is open.
  }
  address.searchParams.delete("token");
  history.replaceState(history.state, "", address);
  return given;
}

const fromEnvelope = (data) => ({
  exitCode: data.exit_code,
  answer: data.answer,
  remarks: data.remarks ?? [],
  problems: data.problems ?? [],
  format: typeof data.answer === "string" ? "text" : "json",
  replicates: data.replicates,
});

const failed = (message, help) => ({ exitCode: 70, answer: null, remarks: [], problems: [{ severity: "error", message, help }], format: "text" });

/** The events of a stream, one by one, as {event, data}. */
async function* eventsOf(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    rest += value;
    // The last piece is the beginning of an event that is not complete yet.
    const pieces = rest.split(/\r?\n\r?\n/);
    rest = pieces.pop();
    for (const piece of pieces) {
      let event = "message";
      const data = [];
      for (const line of piece.split(/\r?\n/)) {
        if (line.startsWith("event:")) event = line.slice(6).trim();
        else if (line.startsWith("data:")) data.push(line.slice(5).replace(/^ /, ""));
      }
      if (data.length) yield { event, data: JSON.parse(data.join("\n")) };
    }
  }
}

/** Asks the server that the page comes from. The question ends when `signal` aborts: the connection closes. */
export function httpDoor() {
  const token = takeToken();
  // Says which questions are those of one reader, so that the server shares its workers fairly.
  const asker = [...crypto.getRandomValues(new Uint8Array(9))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return async (question, { onProgress, onSoFar, onEstimate, signal }) => {
    const { command, ...body } = question;
    let answer;
    try {
      answer = await fetch(`api/v1/${command.replaceAll(" ", "/")}`, {
        method: "POST",
        headers: { "Content-Type": "application/json", Accept: "text/event-stream", Authorization: `Bearer ${token}`, "X-Clustersim-Asker": asker },
        body: JSON.stringify(body),
        signal,
        cache: "no-store",
      });
    } catch (error) {
      if (error.name === "AbortError") throw error;
      return failed("the program does not answer: it has ended, or the connection is lost", "start clustersim serve again, and open the address that it prints");
    }
    if (answer.status === 401) return failed("this page has no valid token", "open the address that clustersim serve printed");
    const type = answer.headers.get("Content-Type") ?? "";
    if (!type.startsWith("text/event-stream")) {
      try {
        return fromEnvelope(await answer.json());
      } catch (error) {
        if (error.name === "AbortError") throw error;
        return failed(`the server answers ${answer.status} without JSON`);
      }
    }
    const queued = ({ before }) => before > 0 && onProgress?.({ what: `${before} other question${before === 1 ? "" : "s"} first`, done: 0, all: 0 });
    const hear = { queued, progress: onProgress, estimate: (data) => onEstimate?.(data.seconds), so_far: (data) => onSoFar?.(fromEnvelope(data), data.replicates) };
    for await (const { event, data } of eventsOf(answer.body)) {
      if (event === "answer") return fromEnvelope(data);
      hear[event]?.(data);
    }
    return failed("the connection ended before the answer was complete");
  };
}
