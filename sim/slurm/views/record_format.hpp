// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

namespace clustersim::slurm {

/// How the commands of the accounting separate fields: in columns, or with | behind each field
/// (parsable) or between fields (parsable2).
enum class RecordStyle { columns, parsable, parsable2 };

/// A field with its width; right unless `left` (spec 11.1.2).
struct RecordField {
    std::string title;
    int width = 10;
    bool left = false;
};

/// The line of titles and, in columns, the line of dashes.
std::string record_titles(std::span<RecordField const> fields, RecordStyle style);
/// One line; too long values end in a plus.
std::string record_line(std::span<RecordField const> fields,
                        std::span<std::string const> values,
                        RecordStyle style);

/// "%f" in a field of `width`, in exponent form where that is too narrow; "inf" for infinity.
std::string record_number(double value, int width);

}  // namespace clustersim::slurm
