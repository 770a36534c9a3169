// SPDX-License-Identifier: Apache-2.0
import exercise01 from "../../../../scenarios/courses/01-anatomy-of-backfill.yaml";
import exercise02 from "../../../../scenarios/courses/02-honest-walltimes.yaml";
import exercise03 from "../../../../scenarios/courses/03-fcfs-easy-conservative.yaml";
import exercise04 from "../../../../scenarios/courses/04-fair-share.yaml";
import exercise05 from "../../../../scenarios/courses/05-size-and-wait.yaml";
import exercise06 from "../../../../scenarios/courses/06-arrays-and-pipelines.yaml";
import exercise07 from "../../../../scenarios/courses/07-strong-scaling.yaml";
import exercise08 from "../../../../scenarios/courses/08-memory-and-plan.yaml";
import exercise09 from "../../../../scenarios/courses/09-checkpoints.yaml";
import exercise10 from "../../../../scenarios/courses/10-time-and-cost.yaml";

/** The exercises of the course by name: the files of the program, without the line for editors. */
export const exercises = Object.entries({
  "01-anatomy-of-backfill": exercise01,
  "02-honest-walltimes": exercise02,
  "03-fcfs-easy-conservative": exercise03,
  "04-fair-share": exercise04,
  "05-size-and-wait": exercise05,
  "06-arrays-and-pipelines": exercise06,
  "07-strong-scaling": exercise07,
  "08-memory-and-plan": exercise08,
  "09-checkpoints": exercise09,
  "10-time-and-cost": exercise10,
}).map(([name, text]) => ({ name, text: text.replace(/^# yaml-language-server:.*\n/, "") }));
