// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/time.hpp"
#include "sim/slurm/controller/controller.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

namespace clustersim {

/// Who submits the background jobs of a queue under Slurm. Each request is made when it is submitted: a replicate's
/// hundred thousand requests would not fit in memory together.
class SubmissionSource {
  public:
    virtual ~SubmissionSource() = default;
    /// A copy that evolves independently.
    [[nodiscard]] virtual std::unique_ptr<SubmissionSource> clone() const = 0;
    /// When it submits next, as far as it knows now; never() if it plans nothing.
    [[nodiscard]] virtual Instant next() const = 0;
    /// Submits everything that is due at the controller's present instant, and returns how many jobs were refused.
    virtual std::int64_t submit_due(slurm::Controller& controller) = 0;
    /// The longest time that may pass before it looks at the queue again; nothing if its plan does not depend on the
    /// queue.
    [[nodiscard]] virtual std::optional<Seconds> longest_unseen() const { return std::nullopt; }
    /// Sees the queue: what has ended since the last time may change its plan.
    virtual void look(slurm::Controller const& /*controller*/) {}
};

/// A source as a value: copies are independent of each other.
class SourceValue {
  public:
    explicit SourceValue(std::unique_ptr<SubmissionSource> source) : source_(std::move(source)) {}
    SourceValue(SourceValue const& other) : source_(other.source_->clone()) {}
    SourceValue(SourceValue&&) noexcept = default;
    SourceValue& operator=(SourceValue const& other) { return *this = SourceValue(other); }
    SourceValue& operator=(SourceValue&&) noexcept = default;
    ~SourceValue() = default;
    SubmissionSource* operator->() { return source_.get(); }
    SubmissionSource const* operator->() const { return source_.get(); }

  private:
    std::unique_ptr<SubmissionSource> source_;
};

}  // namespace clustersim
