// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/advise/slurm_answer.hpp"

#include "sim/commands/advise/script_limit.hpp"
#include "sim/commands/advise/script_partition.hpp"
#include "sim/slurm/read/machine/machine_site.hpp"

#include <algorithm>

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

SlurmOfFile::SlurmOfFile(System const& machine)
    : machine_(machine),
      site_(std::make_shared<slurm::Site const>(machine_site(machine, UserPopulation{}))),
      knows_people_(knows_people(*site_)) {}

bool SlurmOfFile::knows_reservation(std::string const& name) const {
    return std::ranges::any_of(
        site_->reservations, [&](auto const& one) { return one.name == name; });
}

slurm::JobRequest SlurmOfFile::request_of(JobScript const& script) const {
    slurm::JobRequest request = script.request;
    request.user = study_user;
    request.account = study_account;
    request.dependency = {};
    request.hold = false;
    request.deadline.reset();
    request.nice = std::max<std::int64_t>(0, request.nice);
    // Nobody knows the default QOS of users whom the file does not name.
    if (request.qos.empty() && !knows_people_) request.qos = usual_qos(machine_, script);
    if (!knows_reservation(request.reservation)) request.reservation.clear();
    return request;
}

EmptyMachineAnswer SlurmOfFile::ask(JobScript const& script) const {
    slurm::JobRequest request = request_of(script);
    request.deadline = script.request.deadline;
    request.begin.reset();
    return ask_empty_machine(site_, std::move(request));
}

}  // namespace clustersim
