// SPDX-License-Identifier: Apache-2.0
import schema from "../../../../scenarios/schema/scenario-1.json";

/**
 * What the program knows: names from the schema at once, so that the form is there before any answer, then titles,
 * devices and sizes as the program gives them.
 */
export function makeCatalogue(door) {
  const listeners = new Set();
  const named = schema.definitions;
  const catalogue = {
    schema,
    machineNames: named["machine-names"].enum.filter((name) => !name.includes("/")),
    machines: [],
    applications: named["application-names"].enum.map((name) => ({ name })),
    listen: (listener) => listeners.add(listener),
    titleOf: (name) => catalogue.machines.find((one) => one.name === name)?.title.split(" and ")[0] ?? name,
    async load() {
      const [systems, applications] = await Promise.all([
        door.ask({ command: "systems list", format: "json" }),
        door.ask({ command: "applications list", format: "json" }),
      ]);
      if (systems.answer?.systems) catalogue.machines = systems.answer.systems;
      if (applications.answer?.applications) catalogue.applications = applications.answer.applications;
      if (catalogue.machines.length) listeners.forEach((listener) => listener());
      return [systems, applications].find(({ exitCode }) => exitCode > 1)?.problems ?? [];
    },
    /** In what the work of an application is counted; nothing if that is not known. */
    async workOf(application) {
      const { answer } = await door.ask({ command: "applications show", app: application, format: "json" });
      const paths = answer?.values?.map(({ path }) => path) ?? [];
      if (paths.includes("transformer.vocabulary")) return "tokens";
      if (paths.some((path) => path.startsWith("generic."))) return "steps";
      return paths.length ? "epochs" : null;
    },
  };
  return catalogue;
}
