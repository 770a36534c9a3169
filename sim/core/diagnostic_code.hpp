// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

namespace clustersim {

/// The kind of a problem; its value is the program's exit code.
enum class Fault { none = 0, expectation = 1, usage = 2, invalid = 3, impossible = 4, io = 5 };

enum class Code {
    cannot_read,
    cannot_write,
    wrong_usage,
    bad_syntax,
    duplicate_key,
    unknown_key,
    missing_key,
    wrong_type,
    wrong_unit,
    out_of_range,
    unknown_name,
    bad_extends,
    inconsistent,
    no_provenance,
    never_fits,
    out_of_memory,
    over_limit,
    odd_rows,
    no_jobs,
    unmet_expectation,
};

struct CodeEntry {
    Code code;
    std::string_view id;           ///< "CS0103"
    Fault fault;                   ///< decides the exit code
    std::string_view title;        ///< one line
    std::string_view explanation;  ///< the page printed by `clustersim explain CS0103`
};

/// Every code, in order of its id.
std::span<const CodeEntry> diagnostic_codes();
CodeEntry const& entry_of(Code code);

}  // namespace clustersim
