// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/fit/pilot_parameter.hpp"

#include <array>

namespace clustersim {
namespace {

using namespace std::string_view_literals;

constexpr std::array parameter_names{std::pair{"compute"sv, PilotParameter::compute},
                                     std::pair{"network"sv, PilotParameter::network},
                                     std::pair{"overhead"sv, PilotParameter::overhead}};

}  // namespace

std::string_view name_of(PilotParameter parameter) {
    for (auto const& [name, each] : parameter_names)
        if (each == parameter) return name;
    return "";
}

std::span<std::pair<std::string_view, PilotParameter> const> pilot_parameter_names() {
    return parameter_names;
}

}  // namespace clustersim
