// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/site/limit_text.hpp"

#include "sim/core/ascii.hpp"

#include <array>
#include <charconv>

namespace clustersim::slurm {

namespace {

/// A limit above this is a typing error. Below it, minutes fit into 64 bits as seconds.
constexpr std::int64_t max_field = 1'000'000'000;

std::optional<std::int64_t> field(std::string_view digits) {
    std::int64_t value = 0;
    auto const* const end = digits.data() + digits.size();
    auto const [stop, error] = std::from_chars(digits.data(), end, value);
    if (digits.empty() || digits.front() == '-' || stop != end || error != std::errc{} ||
        value > max_field)
        return std::nullopt;
    return value;
}

struct Fields {
    std::array<std::int64_t, 3> value{};
    std::size_t count = 0;
};

std::optional<Fields> colon_fields(std::string_view text) {
    Fields fields;
    while (true) {
        auto const colon = text.find(':');
        auto const value = field(text.substr(0, colon));
        if (!value || fields.count == fields.value.size()) return std::nullopt;
        fields.value[fields.count++] = *value;
        if (colon == std::string_view::npos) return fields;
        text.remove_prefix(colon + 1);
    }
}

}  // namespace

std::optional<std::int64_t> limit_seconds(std::string_view text) {
    if (same_word(text, "-1") || same_word(text, "UNLIMITED") || same_word(text, "INFINITE"))
        return unlimited_time;
    if (auto const dash = text.find('-'); dash != std::string_view::npos) {
        auto const days = field(text.substr(0, dash));
        auto const rest = text.substr(dash + 1);
        auto const fields = rest.empty() ? Fields{} : colon_fields(rest);
        if (!days || !fields) return std::nullopt;
        auto const& [hours, minutes, seconds] = fields->value;
        auto const total = ((*days * 24 + hours) * 60 + minutes) * 60 + seconds;
        if (total / 86400 > max_field) return std::nullopt;
        return total;
    }
    auto const fields = colon_fields(text);
    if (!fields) return std::nullopt;
    auto const& v = fields->value;
    // Two fields are minutes and seconds, not hours and minutes.
    return fields->count == 3 ? (v[0] * 60 + v[1]) * 60 + v[2] : v[0] * 60 + v[1];
}

std::optional<std::int64_t> limit_minutes(std::string_view text) {
    auto const seconds = limit_seconds(text);
    if (!seconds || *seconds == unlimited_time) return seconds;
    return (*seconds + 59) / 60;
}

}  // namespace clustersim::slurm
