// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/engine/submission_source.hpp"

#include <memory>
#include <utility>
#include <vector>

namespace clustersim {

/// Sources that submit to one cluster; if several are due at one instant, the first source submits
/// first.
class SeveralSources final : public SubmissionSource {
  public:
    explicit SeveralSources(std::vector<SourceValue> sources) : sources_(std::move(sources)) {}

    [[nodiscard]] std::unique_ptr<SubmissionSource> clone() const override {
        return std::make_unique<SeveralSources>(*this);
    }
    [[nodiscard]] Instant next() const override;
    std::int64_t submit_due(slurm::Controller& controller) override;
    [[nodiscard]] std::optional<Seconds> longest_unseen() const override;
    void look(slurm::Controller const& controller) override;

  private:
    std::vector<SourceValue> sources_;
};

}  // namespace clustersim
