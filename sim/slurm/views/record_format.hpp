// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

namespace clustersim::slurm {

/// How the accounting commands separate fields: in columns, with | after each field (parsable), or
/// with | between fields (parsable2).
enum class RecordStyle { columns, parsable, parsable2 };

/// A field and its width; right-aligned unless `left` (spec 11.1.2).
struct RecordField {
    std::string title;
    int width = 10;
    bool left = false;
};

/// The line of titles and, with columns, the line of dashes.
std::string record_titles(std::span<RecordField const> fields, RecordStyle style);
/// One line; values that are too long end in a plus.
std::string record_line(std::span<RecordField const> fields,
                        std::span<std::string const> values,
                        RecordStyle style);

/// "%f" in a field of `width`, or the exponent form if that is too narrow; "inf" for infinity.
std::string record_number(double value, int width);

}  // namespace clustersim::slurm
