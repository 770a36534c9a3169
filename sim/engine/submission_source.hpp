// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/cloned.hpp"
#include "sim/core/time.hpp"
#include "sim/slurm/controller/controller.hpp"

#include <cstdint>
#include <memory>
#include <optional>

namespace clustersim {

/// Submits the background jobs of a queue under Slurm. Each request is made when it is submitted: a
/// replicate's hundred thousand requests would not fit in memory together.
class SubmissionSource {
  public:
    virtual ~SubmissionSource() = default;
    /// A copy that evolves independently.
    [[nodiscard]] virtual std::unique_ptr<SubmissionSource> clone() const = 0;
    /// The next submission that is planned at present; never() if there is none.
    [[nodiscard]] virtual Instant next() const = 0;
    /// Submits everything that is due at the controller's present instant, and returns how many jobs were refused.
    virtual std::int64_t submit_due(slurm::Controller& controller) = 0;
    /// The longest time that may pass before it looks at the queue again; nothing if its plan does not depend on the
    /// queue.
    [[nodiscard]] virtual std::optional<Seconds> longest_unseen() const { return std::nullopt; }
    /// Sees the queue: what has ended since the last time may change its plan.
    virtual void look(slurm::Controller const& /*controller*/) {}
};

/// A source as a value.
using SourceValue = Cloned<SubmissionSource>;

}  // namespace clustersim
