// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/views/record_format.hpp"

#include "sim/core/printable.hpp"
#include "sim/slurm/views/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace clustersim::slurm {

namespace {

std::string joined(std::span<RecordField const> fields,
                   std::span<std::string const> values,
                   RecordStyle style,
                   TooLong too_long) {
    std::string out;
    for (std::size_t i = 0; i < fields.size(); ++i) {
        if (style == RecordStyle::columns) {
            out += in_column(
                values[i], static_cast<std::size_t>(fields[i].width), !fields[i].left, too_long);
            out += ' ';
            continue;
        }
        // A name with the separator would be two fields.
        for (char const c : printable_line(values[i]))
            out += c == '|' ? std::string("\\x7c") : std::string(1, c);
        if (style == RecordStyle::parsable || i + 1 < fields.size()) out += '|';
    }
    return out + '\n';
}

}  // namespace

std::string record_titles(std::span<RecordField const> fields, RecordStyle style) {
    std::vector<std::string> titles;
    std::vector<std::string> dashes;
    for (RecordField const& field : fields) {
        titles.push_back(field.title);
        dashes.emplace_back(static_cast<std::size_t>(field.width), '-');
    }
    std::string out = joined(fields, titles, style, TooLong::cut);
    if (style == RecordStyle::columns) out += joined(fields, dashes, style, TooLong::cut);
    return out;
}

std::string record_line(std::span<RecordField const> fields,
                        std::span<std::string const> values,
                        RecordStyle style) {
    return joined(fields, values, style, TooLong::plus);
}

std::string record_number(double value, int width) {
    if (std::isinf(value)) return "inf";
    std::string out = fmt::format("{:f}", value);
    if (static_cast<int>(out.size()) > width)
        out = fmt::format("{:.{}e}", value, std::max(width - 7, 0));
    return out;
}

}  // namespace clustersim::slurm
