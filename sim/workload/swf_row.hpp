// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace clustersim {

/// The fields of a row in the Standard Workload Format that are used here; -1 is unknown.
struct SwfRow {
    std::int64_t id = -1, submit = -1, run = -1, allocated = -1, requested = -1;
    std::int64_t requested_time = -1, wait = -1, user = -1, partition = -1;
};

enum class SwfRowFault { none, too_few_fields, not_a_number, absurd_number };

/// Whether a line is empty or a comment.
bool is_swf_comment(std::string_view line);

/// Reads a row of at least 9 fields; numbers may have fractions, which are cut off. Of the fields
/// that are not needed for a simulation (wait, user, partition), what is not a number is unknown.
SwfRowFault read_swf_row(std::string_view line, SwfRow& row);

}  // namespace clustersim
