// SPDX-License-Identifier: Apache-2.0
#include "models/application/generic.hpp"

#include "sim/core/enum_names.hpp"

namespace clustersim {

MeasuredOn const* GenericApplication::measured_on() const {
    if (auto const* times = std::get_if<MeasuredTimes>(&model)) return &times->on;
    if (auto const* law = std::get_if<LawTimes>(&model)) return &law->on;
    return nullptr;
}

std::string_view name_of(MessagePattern pattern) {
    return enum_name(pattern);
}

}  // namespace clustersim
