// SPDX-License-Identifier: Apache-2.0

/** A time for --time: "1-12:30:00". */
function slurmTime(seconds) {
  const two = (value) => String(value).padStart(2, "0");
  const whole = Math.ceil(seconds / 60) * 60;
  const days = Math.floor(whole / 86400);
  return `${days ? `${days}-` : ""}${two(Math.floor(whole / 3600) % 24)}:${two(Math.floor(whole / 60) % 60)}:00`;
}

/** A value of an option: what could end the line or begin a command does not stay. */
const word = (text) => String(text).replace(/[^\w.,:/@%+=&|()*-]/g, "_");

/** The job as a script for sbatch, with the partition and the limit that the program chose, if it has answered. */
export function jobScript(state, facts) {
  const job = state.job;
  const option = (name, value) => (value === undefined || value === null || value === "" ? [] : [`#SBATCH --${name}=${word(value)}`]);
  const nodes = facts?.nodes ?? job.nodes ?? 1;
  const perNode = facts?.gpus && facts.gpus % nodes === 0 ? facts.gpus / nodes : undefined;
  const limit = facts?.walltime ? slurmTime(facts.walltime) : undefined;
  const lines = [
    "#!/bin/bash",
    ...option("job-name", job.name),
    "#SBATCH --account=YOUR_PROJECT",
    ...option("partition", facts?.partition ?? state.scenario.partition),
    ...option("qos", job.qos ?? state.scenario.qos),
    ...option("nodes", nodes),
    ...option("gpus-per-node", perNode),
    ...option("ntasks-per-node", perNode ?? 1),
    ...option("time", limit),
    ...option("array", job.array),
    ...option("constraint", job.features),
  ];
  if (facts?.submissions > 1) lines.push("", `# The whole run takes about ${Math.ceil(facts.submissions)} submissions of this script: each continues from the last checkpoint.`);
  lines.push("", `srun ./my_program${job.application ? `   # ${word(job.application)}` : ""}`, "");
  return lines.join("\n");
}
