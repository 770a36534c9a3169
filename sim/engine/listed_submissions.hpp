// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/engine/submission_source.hpp"
#include "sim/slurm/request/job_request.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

namespace clustersim {

/// Jobs whose submissions are known in advance, by submission.
class SubmissionList {
  public:
    virtual ~SubmissionList() = default;
    [[nodiscard]] virtual std::size_t size() const = 0;
    /// Ascending.
    [[nodiscard]] virtual Instant submit_of(std::size_t index) const = 0;
    [[nodiscard]] virtual slurm::JobRequest request(std::size_t index) const = 0;
};

/// Submits the jobs of a list, whatever the queue looks like.
class ListedSubmissions final : public SubmissionSource {
  public:
    explicit ListedSubmissions(std::shared_ptr<SubmissionList const> list)
        : list_(std::move(list)) {}

    [[nodiscard]] std::unique_ptr<SubmissionSource> clone() const override {
        return std::make_unique<ListedSubmissions>(*this);
    }
    [[nodiscard]] Instant next() const override {
        return next_ < list_->size() ? list_->submit_of(next_) : Instant::never();
    }
    std::int64_t submit_due(slurm::Controller& controller) override;

  private:
    std::shared_ptr<SubmissionList const> list_;
    std::size_t next_ = 0;
};

}  // namespace clustersim
