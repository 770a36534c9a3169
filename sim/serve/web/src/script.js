// SPDX-License-Identifier: Apache-2.0

/** A value of an option: what could end the line or begin a command does not stay. */
const word = (text) => String(text).replace(/[^\w.,:/@%+=&|()*-]/g, "_");

/** The job as a script for sbatch, with the options of the answer; null if it has none, as under a policy for teaching. */
export function jobScript(state, facts) {
  if (!facts?.sbatch.length) return null;
  const { application } = state.job;
  const lines = [
    "#!/bin/bash",
    `#SBATCH --job-name=${word(facts.job)}`,
    "#SBATCH --account=YOUR_PROJECT",
    ...facts.sbatch.map((option) => `#SBATCH ${word(option)}`),
  ];
  if (facts.submissions > 1) lines.push("", `# The whole run takes about ${Math.ceil(facts.submissions)} submissions of this script: each continues from the last checkpoint.`);
  lines.push("", `srun ./my_program${typeof application === "string" ? `   # ${word(application)}` : ""}`, "");
  return lines.join("\n");
}
