// SPDX-License-Identifier: Apache-2.0
#include "sim/study/advise/slurm_answer.hpp"

#include "sim/scenario/slurm_queue.hpp"
#include "sim/slurm/read/machine/machine_site.hpp"
#include "sim/study/advise/script_limit.hpp"
#include "sim/study/advise/script_partition.hpp"

#include <algorithm>
#include <memory>

namespace clustersim {
namespace {

bool knows_people(slurm::Site const& site) {
    return std::ranges::any_of(
        site.associations,
        [](slurm::Association const& one) {
            return one.is_user() && one.user != "root" && one.user != study_user;
        });
}

/// As the scenario of the script has it.
std::string usual_qos(System const& machine, JobScript const& script) {
    auto const named = script_partitions(script, machine);
    return named ? qos_of_script(script, *named->all.front()) : std::string();
}

}  // namespace

std::optional<std::string> slurm_answer(JobScript const& script, System const& machine) {
    if (!machine.has_slurm_file()) return std::nullopt;
    auto const site = std::make_shared<slurm::Site const>(machine_site(machine, UserPopulation{}));
    slurm::JobRequest request = script.request;
    request.user = study_user;
    request.account = study_account;
    request.dependency.clear();
    request.hold = false;
    request.begin.reset();
    request.run_times = {Seconds{60}};
    // Nobody knows the default QOS of users whom the file does not name.
    if (request.qos.empty() && !knows_people(*site)) request.qos = usual_qos(machine, script);
    // One that the file does not know is left out of the simulation, too.
    auto const known = [&](auto const& one) { return one.name == request.reservation; };
    if (std::ranges::none_of(site->reservations, known)) request.reservation.clear();
    return slurm_refusal(site, request);
}

}  // namespace clustersim
