// SPDX-License-Identifier: Apache-2.0
#include "models/application/generic.hpp"

namespace clustersim {

MeasuredOn const* GenericApplication::measured_on() const {
    if (auto const* times = std::get_if<MeasuredTimes>(&model)) return &times->on;
    if (auto const* law = std::get_if<LawTimes>(&model)) return &law->on;
    return nullptr;
}

std::string_view name_of(MessagePattern pattern) {
    switch (pattern) {
        case MessagePattern::halo: return "halo";
        case MessagePattern::all_to_all: return "all_to_all";
        case MessagePattern::all_reduce: return "all_reduce";
    }
    return "halo";
}

}  // namespace clustersim
