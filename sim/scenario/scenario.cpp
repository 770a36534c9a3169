// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/scenario.hpp"

namespace clustersim {

ConfigNode const& place_of(JobSpec const& job, std::string_view key) {
    if (ConfigNode const* value = job.place.find(key)) return *value;
    for (std::string_view const block : {"training", "dataset", "checkpoint", "resilience"}) {
        ConfigNode const* inner = job.place.find(block);
        ConfigNode const* value = inner != nullptr ? inner->find(key) : nullptr;
        if (value != nullptr) return *value;
    }
    return job.place;
}

ConfigNode const& place_in(JobSpec const& job, std::string_view block, std::string_view key) {
    ConfigNode const* inner = job.place.find(block);
    if (inner == nullptr) return job.place;
    ConfigNode const* value = inner->find(key);
    return value != nullptr ? *value : *inner;
}

bool waits_for_chain(JobCondition const& condition, JobSpec const& other) {
    return other.checkpoint && (condition.type == slurm::DependencyType::afterok ||
                                condition.type == slurm::DependencyType::afterany);
}

}  // namespace clustersim
