// SPDX-License-Identifier: Apache-2.0

/** Follows references within the schema, and takes the branch of a choice that has keys. */
function resolved(schema, node, depth = 0) {
  if (!node || depth > 6) return node;
  if (node.$ref) return resolved(schema, { ...schema.definitions[node.$ref.split("/").at(-1)], ...node, $ref: undefined }, depth + 1);
  const branch = node.anyOf?.map((one) => resolved(schema, one, depth + 1)).find((one) => one?.properties);
  return branch ? { ...node, ...branch, description: node.description } : node;
}

const child = (schema, node, key) => {
  const at = resolved(schema, node);
  return at?.properties?.[key] ?? (typeof at?.additionalProperties === "object" ? at.additionalProperties : undefined);
};

/** All values that a node of the schema lists. */
function valuesOf(schema, node, depth = 0) {
  const at = resolved(schema, node);
  if (!at || depth > 4) return [];
  return [...(at.enum ?? []), ...(at.const === undefined ? [] : [at.const]), ...(at.type === "boolean" ? ["true", "false"] : []), ...(at.anyOf ?? []).flatMap((one) => valuesOf(schema, one, depth + 1))].map(String);
}

const bare = (key) => key.replace(/^"(.*)"$/, "$1");

/** The keys above a place: by indentation, and by the braces that are open on its own line. */
function pathAt(lines, line) {
  const path = [];
  let indent = /^ */.exec(line)[0].length;
  for (let i = lines.length - 1; i >= 0 && indent > 0; i--) {
    const [, space, key] = /^( *)(?:- )?("[^"]*"|[^\s:#"{}]+):\s*(?:#.*)?$/.exec(lines[i]) ?? [];
    if (space === undefined || space.length >= indent) continue;
    indent = space.length;
    path.unshift(bare(key));
  }
  const open = [];
  for (const [piece, key] of line.matchAll(/("[^"]*"|[\w.-]+)\s*:\s*\{|\}/g)) if (piece === "}") open.pop(); else open.push(bare(key));
  return [...path, ...open];
}

/**
 * What may be written at a place of a scenario: {from, options: [{text, note, after}]}. `from` is where the word begins
 * that is being written.
 */
export function completions(schema, text, place) {
  const before = text.slice(0, place);
  const lines = before.split("\n");
  const line = lines.pop();
  const word = /[\w.+-]*$/.exec(line)[0];
  const rest = line.slice(0, line.length - word.length);
  const path = pathAt(lines, rest);
  const from = place - word.length;
  const fits = (name) => name.startsWith(word) || (word.length > 1 && name.includes(word));
  const value = /(?:^|[{,\s])"?([\w.-]+)"?:\s+\[?(?:[^{}[\],]*,\s*)?$/.exec(rest);
  if (value && !/#/.test(rest)) {
    const at = [...path, value[1]].reduce((node, key) => child(schema, node, key), schema);
    const options = [...new Set(valuesOf(schema, at))].filter((name) => fits(name) && name !== word);
    return { from, options: options.slice(0, 60).map((name) => ({ text: name, note: "", after: "" })) };
  }
  if (!/^\s*(- )?$/.test(rest) && !/[{,]\s*$/.test(rest)) return { from, options: [] };
  const at = resolved(schema, path.reduce((node, key) => child(schema, node, key), schema));
  const keys = Object.entries(at?.properties ?? {}).filter(([name]) => fits(name));
  const options = keys.map(([name, node]) => ({ text: name, note: resolved(schema, node)?.description ?? "", after: ": " }));
  return { from, options: options.sort((a, b) => Number(b.text.startsWith(word)) - Number(a.text.startsWith(word))) };
}
