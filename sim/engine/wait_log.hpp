// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/engine/wait_course.hpp"
#include "sim/slurm/controller/observer.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace clustersim {

/// Records what some jobs wait for until they start for the first time: every change of the reason, and the priority
/// when it is looked at.
class WaitLog final : public slurm::JobObserver {
  public:
    /// Priorities of one job. Beyond them, every second one is dropped, and later ones have twice the distance.
    static constexpr std::size_t most_points = 256;

    /// Follows an accepted job, or one task of an array, from now on; returns its number here.
    std::size_t watch(std::int32_t job_id, std::optional<std::int32_t> task);
    /// Notes the priority and the reason of a job, in the record that Slurm has of it now.
    void look(std::size_t number, slurm::Job const& job, Instant now);

    void reason_changed(slurm::Job const& job, Instant now) override;
    void started(slurm::Job const& job, Instant now) override;

    [[nodiscard]] std::shared_ptr<WaitCourse const> course(std::size_t number) const {
        return watched_[number].course;
    }

  private:
    struct Watched {
        std::int32_t id = 0;
        std::optional<std::int32_t> task{};
        Seconds gap{};  ///< between two priorities
        bool over = false;
        std::shared_ptr<WaitCourse> course;
    };
    static bool is_of(Watched const& watched, slurm::Job const& job);
    static void note(Watched& watched, slurm::Job const& job, Instant now);

    std::vector<Watched> watched_;
};

}  // namespace clustersim
