// SPDX-License-Identifier: Apache-2.0
#include "sim/engine/several_sources.hpp"

#include <algorithm>

namespace clustersim {

Instant SeveralSources::next() const {
    Instant earliest = Instant::never();
    for (SourceValue const& source : sources_) earliest = std::min(earliest, source->next());
    return earliest;
}

std::int64_t SeveralSources::submit_due(slurm::Controller& controller) {
    std::int64_t refused = 0;
    for (SourceValue& source : sources_) refused += source->submit_due(controller);
    return refused;
}

std::optional<Seconds> SeveralSources::longest_unseen() const {
    std::optional<Seconds> shortest;
    for (SourceValue const& source : sources_) {
        auto const one = source->longest_unseen();
        if (one && (!shortest || *one < *shortest)) shortest = one;
    }
    return shortest;
}

void SeveralSources::look(slurm::Controller const& controller) {
    for (SourceValue& source : sources_) source->look(controller);
}

}  // namespace clustersim
