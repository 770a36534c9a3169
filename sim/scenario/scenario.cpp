// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/scenario.hpp"

namespace clustersim {

ConfigNode const& place_of(JobSpec const& job, std::string_view key) {
    if (ConfigNode const* value = job.place.find(key)) return *value;
    ConfigNode const* training = job.place.find("training");
    ConfigNode const* value = training != nullptr ? training->find(key) : nullptr;
    return value != nullptr ? *value : job.place;
}

}  // namespace clustersim
