// SPDX-License-Identifier: Apache-2.0
#include "sim/core/diagnostic_code.hpp"

#include "sim/core/ensure.hpp"

#include <algorithm>
#include <array>

namespace clustersim {
namespace {

constexpr std::array entries{
    CodeEntry{Code::cannot_read,
              "CS0001",
              Fault::io,
              "a file cannot be read",
              "The path does not exist, is a directory, or you may not read it. Paths in a "
              "scenario are relative to the scenario's own folder; `-` means standard input."},
    CodeEntry{Code::cannot_write,
              "CS0002",
              Fault::io,
              "a result cannot be written",
              "The folder does not exist, you may not write to it, the disk is full, or the folder "
              "holds anything other than a result as clustersim wrote it, which is never replaced. "
              "Results are written completely or not at all, so no incomplete file is left."},
    CodeEntry{Code::wrong_usage,
              "CS0003",
              Fault::usage,
              "the command line is wrong",
              "A command or an option is unknown, or an option has an impossible value. "
              "`clustersim COMMAND --help` lists the options of a command."},
    CodeEntry{Code::bad_syntax,
              "CS0101",
              Fault::invalid,
              "the text is not valid YAML",
              "The YAML parser stopped here. Usual causes: a tab used for indentation, a missing "
              "space after a colon, a quote that is not closed, an anchor or tag (clustersim "
              "uses neither)."},
    CodeEntry{Code::duplicate_key,
              "CS0102",
              Fault::invalid,
              "a key is given twice in one mapping",
              "One of the two values would be silently lost, so neither is used. Remove one."},
    CodeEntry{Code::unknown_key,
              "CS0103",
              Fault::invalid,
              "an unknown key",
              "The key is not part of this file's schema: often a misspelling, or a key at the "
              "wrong depth. The nearest known key is suggested."},
    CodeEntry{Code::missing_key,
              "CS0104",
              Fault::invalid,
              "a required key is missing",
              "The mapping lacks a required key. A key has a default only if one "
              "value can be right for everybody."},
    CodeEntry{Code::wrong_type,
              "CS0105",
              Fault::invalid,
              "a value has the wrong shape",
              "For example a list instead of one number, or text instead of a number."},
    CodeEntry{Code::wrong_unit,
              "CS0106",
              Fault::invalid,
              "a unit is missing or of the wrong kind",
              "Values with a dimension are written with their unit: `25 GB/s`, `64 GiB`, `200 "
              "Gb/s`, `12:00:00`, `2-12:00:00`, `90 min`, `312 TFLOP/s`, `400 W`. GB is 10^9 "
              "bytes, GiB is 2^30; b is bits (rates only), B is bytes."},
    CodeEntry{Code::out_of_range,
              "CS0107",
              Fault::invalid,
              "a number outside its range",
              "The number is negative, zero, not finite, or impossibly large."},
    CodeEntry{Code::unknown_name,
              "CS0108",
              Fault::invalid,
              "a name that is not known",
              "The value refers to a machine, policy, application, partition or other named thing "
              "that does not exist. `clustersim systems list` shows the machines."},
    CodeEntry{Code::bad_extends,
              "CS0109",
              Fault::invalid,
              "`extends:` leads nowhere",
              "The parent file cannot be found, or the chain of parents returns to its start."},
    CodeEntry{Code::inconsistent,
              "CS0110",
              Fault::invalid,
              "two values contradict each other",
              "Each value is possible by itself, but not together with the other. Both places are "
              "shown."},
    CodeEntry{Code::no_provenance,
              "CS0111",
              Fault::invalid,
              "a number without source or confidence",
              "Every number in a machine's file needs a `source` and a `confidence`, its own or "
              "that of a mapping around it. Write `{value: 25 GB/s, source: D1, confidence: docs}` "
              "or put `source:` and `confidence:` on the mapping."},
    CodeEntry{Code::never_fits,
              "CS0201",
              Fault::impossible,
              "a job can never start",
              "The request is larger than the partition, or needs something that the nodes lack. "
              "Reduce the request or choose another partition."},
    CodeEntry{Code::out_of_memory,
              "CS0202",
              Fault::impossible,
              "the model does not fit in memory",
              "Weights, gradients, optimizer state and activations need more memory than one "
              "device has. Split the model (tensor or pipeline parallelism), recompute "
              "activations, or lower the micro-batch."},
    CodeEntry{Code::over_limit,
              "CS0203",
              Fault::impossible,
              "a request over a limit of the site",
              "The partition or QOS allows less walltime or fewer nodes than the job requests; "
              "Slurm would refuse it at submission."},
    CodeEntry{Code::odd_rows,
              "CS0301",
              Fault::none,
              "rows of a trace that were skipped",
              "Rows with impossible values are skipped and counted, with the first few places."},
    CodeEntry{Code::no_jobs,
              "CS0302",
              Fault::invalid,
              "a trace without a usable job",
              "No row of the trace could be simulated on this machine size."},
    CodeEntry{Code::unmet_expectation,
              "CS0401",
              Fault::expectation,
              "an expectation was not met",
              "The scenario ran, but a result is outside the limits of its `expect:` block."},
};

}  // namespace

std::span<const CodeEntry> diagnostic_codes() {
    return entries;
}

CodeEntry const& entry_of(Code code) {
    auto const found = std::ranges::find(entries, code, &CodeEntry::code);
    CS_ENSURE(found != entries.end(), "every code has an entry");
    return *found;
}

}  // namespace clustersim
