// SPDX-License-Identifier: Apache-2.0
#include "sim/report/access_json.hpp"

#include "sim/core/human.hpp"
#include "sim/report/json_number.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <optional>
#include <string>

namespace clustersim {
namespace {

using nlohmann::json;

json text_or_null(std::string const& text) {
    return text.empty() ? json(nullptr) : json(text);
}

/// The least size of a mode, with its unit.
std::string least_of(AccessMode const& mode) {
    return mode.minimum ? human_number(mode.minimum->value) + " node-h"
                        : human_number(mode.minimum_gpu_hours->value) + " GPU-h";
}

std::string reason_for(std::optional<AccessShare> const& chosen) {
    if (!chosen) return "no mode for production grants as much";
    if (chosen->too_little)
        return fmt::format(
            "the smallest for production; it grants {} or more, so it needs further runs",
            least_of(*chosen->mode));
    return "the smallest for production that grants the run";
}

}  // namespace

json access_json(std::span<AccessShare const> shares, bool parts) {
    json out = json::array();
    for (AccessShare const& one : shares) {
        json entry{{"mode", one.mode->name},
                   {"share", one.share ? json_number(*one.share) : json(nullptr)},
                   {"carries", one.carries()},
                   {"production", one.mode->is_for_production()},
                   {"audience", text_or_null(one.mode->audience)},
                   {"purpose", text_or_null(one.mode->purpose)}};
        if (parts) entry["part"] = one.mode->partition_group;
        out.push_back(std::move(entry));
    }
    return out;
}

json access_choice_json(std::span<AccessShare const> shares) {
    if (shares.empty()) return nullptr;
    auto const chosen = smallest_access(shares);
    json out{
        {"mode", nullptr}, {"share", nullptr}, {"carries", false}, {"reason", reason_for(chosen)}};
    if (!chosen) return out;
    out["mode"] = chosen->mode->name;
    out["carries"] = chosen->carries();
    if (chosen->share) out["share"] = json_number(*chosen->share);
    return out;
}

}  // namespace clustersim
