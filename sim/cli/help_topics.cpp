// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/help_topics.hpp"

#include "sim/cli/metrics_table.hpp"

#include <array>

namespace clustersim {
namespace {

constexpr std::string_view units =
    R"(A quantity in a file or option is a number and a unit, such as `3 h` or `400 Gb/s`.
A range of plausible values is written in the files of machines with its source.

  time        ns us ms s min h d week; or as Slurm writes it: 2-12:00:00, 4:00:00
  bytes       B kB MB GB TB PB EB (powers of 1000); KiB MiB GiB TiB PiB (of 1024)
  rate        B/s kB/s … EB/s; b/s kb/s Mb/s Gb/s Tb/s (bits)
  computing   FLOP kFLOP MFLOP GFLOP TFLOP PFLOP EFLOP ZFLOP, each also with /s
  power       mW W kW MW
  energy      J kJ MJ GJ Wh kWh MWh GWh
  frequency   Hz kHz MHz GHz

Tables for readers have two or three digits and a unit that reads well. CSV and
JSON have full precision in SI units, and the name of a column contains the unit:
wait_median_s, energy_J, checkpoint_B.

  5 – 95 %    the range that holds 90 % of the values
  device-h    hours of a GPU; GCD-h on machines with two dies on a module
  node-h      hours of a whole node, or of the share of it that a job holds
  billed      in the unit of the site: core-h, GPU-h, node-h, BU
  FLOP/s      64-bit unless a precision is named
)";

constexpr std::string_view exit_codes =
    R"(  0    the question is answered
  1    an expectation of `check --run` or `expect:` is not met
  2    wrong use of the command line
  3    invalid input: every problem is reported, with file, line and column
  4    the request is impossible on this machine
  5    a file cannot be read or written, or there is not enough memory
  70   an error of the program itself: please report it
  130  interrupted with Ctrl-C

Results go to stdout, everything else to stderr. `clustersim explain CS0103`
explains a message by its code. `--message-format json` writes all messages as
one JSON document, and `-q` leaves out remarks and progress.
)";

constexpr std::string_view formats =
    R"(Every command that prints a result has --format:

  table       for readers; in lines of the terminal's width, COLUMNS or --width,
              80 characters in a pipe
  json        one document; its `schema` names layout and version
  csv         a header and a line for each row, in SI units; a text that a
              spreadsheet would compute as a formula begins with '
  markdown    for pages; some commands also have latex

`run` writes a folder with these files:

  run.json       inputs, version, seed, a hash of each file and of itself
  summary.json   every metric with its distribution
  jobs.csv       the jobs of the study in each replicate, named as Batsim does
  timeline.csv   use and queue length of the replicate with the median wait
  report.json    what `clustersim show --report` shows
  answer.json    what `clustersim show` prints: the answer in every format

`show --to` writes the whole result as an SQLite file, or its queue as a Perfetto
trace, Batsim's jobs.csv, the output of sacct, or SWF.

Formats that are read: scenarios, projects and machines in YAML; job scripts with
#SBATCH lines; traces in the Standard Workload Format (SWF), plain or compressed;
the output of sacct --parsable2; slurm.conf and dumps of sacctmgr; CSV.

Bars and sparklines are ASCII unless the locale is UTF-8 (LC_ALL, LC_CTYPE, LANG).
)";

constexpr std::array topics{
    HelpTopic{"units", "Units of quantities and of results", [] { return std::string(units); }},
    HelpTopic{"exit-codes", "Exit codes and messages", [] { return std::string(exit_codes); }},
    HelpTopic{"formats", "Formats of results and of files", [] { return std::string(formats); }},
    HelpTopic{"metrics",
              "Name, unit and definition of every metric",
              [] { return metrics_text(Format::table); }},
};

}  // namespace

std::span<HelpTopic const> help_topics() {
    return topics;
}

}  // namespace clustersim
