// SPDX-License-Identifier: Apache-2.0
#include "sim/report/forecast_snapshot_text.hpp"

#include "sim/core/time.hpp"
#include "sim/slurm/request/time_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace clustersim {

std::string utc_text(std::int64_t unix_seconds) {
    auto text = slurm::instant_text(Instant{unix_seconds}, Seconds{0});
    std::ranges::replace(text, 'T', ' ');
    return text.substr(0, 16) + " UTC";
}

std::string queue_snapshot_text(slurm::QueueSnapshot const& snapshot, std::string const& folder) {
    slurm::Site const& site = snapshot.site;
    std::int64_t running = 0, waiting = 0, ended = 0;
    std::set<std::int32_t> busy;
    for (slurm::QueuedJob const& job : snapshot.queue.jobs) {
        auto const tasks = std::max<std::int64_t>(1, std::ssize(job.pending_tasks));
        if (job.state == slurm::JobState::pending)
            waiting += tasks;
        else if (is_final(job.state))
            ++ended;
        else
            ++running;
        if (job.state == slurm::JobState::running)
            for (slurm::HeldNode const& one : job.nodes) busy.insert(one.node);
    }
    auto const out_of_service = std::ranges::count_if(site.nodes, [](slurm::Node const& node) {
        return node.state != slurm::NodeAdminState::up;
    });
    std::string out = fmt::format("{}: the queue of {} at {} (Slurm {}, names {})\n",
                                  folder,
                                  snapshot.cluster,
                                  utc_text(snapshot.unix_now()),
                                  snapshot.slurm,
                                  snapshot.names_hashed ? "hashed" : "kept");
    out += fmt::format(
        "nodes         {}, {} of them down or drained\n", site.nodes.size(), out_of_service);
    out += fmt::format("running       {} jobs on {} nodes\n", running, busy.size());
    out += fmt::format("waiting       {} jobs\n", waiting);
    out += fmt::format("ended         {} jobs that Slurm still remembers\n", ended);
    out += fmt::format("reservations  {}\n", site.reservations.size());
    out += fmt::format("partitions    {}\n", site.partitions.size());
    out += fmt::format("associations  {}\n", site.associations.size());
    out += fmt::format("decided by    {}\n", slurm::rules_text(site.settings.release));
    out += "missing, assumed or left out\n";
    for (std::string const& note : snapshot.notes) out += fmt::format("  {}\n", note);
    if (snapshot.notes.empty()) out += "  nothing\n";
    return out;
}

}  // namespace clustersim
