// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/engine/wait_course.hpp"
#include "sim/slurm/controller/observer.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

namespace clustersim {

/// Records what some jobs wait for until they start for the first time: every change of the reason, and the priority
/// when it is looked at.
class WaitLog final : public slurm::JobObserver {
  public:
    /// The most priorities that are kept of one job. If there are more, every second one is
    /// dropped, and later ones are twice as far apart.
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
    /// Calls visit(watched) for each watched job or task that the record describes. A study may
    /// follow thousands of jobs, and Slurm changes reasons all the time, so they are looked up.
    template <class Visit>
    void each_of(slurm::Job const& job, Visit visit);
    static std::uint64_t key_of(std::int32_t id, std::optional<std::int32_t> task);
    static void note(Watched& watched, slurm::Job const& job, Instant now);

    std::vector<Watched> watched_;
    std::unordered_multimap<std::uint64_t, std::size_t>
        places_;  ///< in watched_, by id and task; looked up only
};

}  // namespace clustersim
