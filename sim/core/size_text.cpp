// SPDX-License-Identifier: Apache-2.0
#include "sim/core/size_text.hpp"

#include "sim/core/ascii.hpp"
#include "sim/core/printable.hpp"
#include "sim/core/quantity_text.hpp"

#include <fmt/format.h>

#include <charconv>
#include <optional>

namespace clustersim {
namespace {

/// Bytes of nccl-tests' units; a plain number has none.
std::optional<double> short_unit(std::string_view unit) {
    if (unit.empty()) return 1.0;
    if (unit.size() != 1) return std::nullopt;
    switch (lower(unit.front())) {
        case 'k': return 0x1p10;
        case 'm': return 0x1p20;
        case 'g': return 0x1p30;
        case 't': return 0x1p40;
        default: return std::nullopt;
    }
}

}  // namespace

tl::expected<Bytes, std::string> parse_size(std::string_view text) {
    text = trimmed(text);
    double value = 0.0;
    auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error == std::errc::invalid_argument)
        return tl::unexpected(fmt::format("\"{}\" is no size", printable_line(text)));
    std::string_view const unit = text.substr(static_cast<std::size_t>(end - text.data()));
    if (unit.starts_with(','))
        return tl::unexpected(
            fmt::format("\"{}\": a size is written without commas", printable_line(text)));
    if (auto const factor = short_unit(unit)) {
        value *= *factor;
    } else {
        auto const si = parse_quantity(text, Dimension::data);
        if (!si) return tl::unexpected(printable_line(si.error()));
        value = *si;
    }
    // In this order a value that is not a number is refused too.
    bool const within = error == std::errc{} && value >= 1.0 && value <= 0x1p60;
    if (!within)
        return tl::unexpected(
            fmt::format("\"{}\" is not between 1 B and 1 EiB", printable_line(text)));
    return bytes(value);
}

}  // namespace clustersim
