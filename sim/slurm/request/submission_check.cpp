// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/request/submission_check.hpp"

#include "sim/slurm/request/license_text.hpp"
#include "sim/slurm/request/text_scan.hpp"

#include <algorithm>
#include <array>

namespace clustersim::slurm {
namespace {

using Outcome = tl::expected<void, std::string>;
using Objection = PartitionObjection;

constexpr std::string_view bad_time =
    "Requested time limit is invalid (missing or exceeds some limit)";
constexpr std::string_view bad_time_min =
    "Invalid time-min specification (exceeds job's time or other limits)";

tl::unexpected<std::string> refuse(std::string_view text) {
    return tl::unexpected<std::string>(std::string(text));
}

bool has(std::vector<std::string> const& list, std::string_view name) {
    return std::ranges::find(list, name) != list.end();
}

/// An allow list takes precedence over a deny list (spec 1.3).
bool admits(std::vector<std::string> const& allow,
            std::vector<std::string> const& deny,
            std::string_view name) {
    return allow.empty() ? !has(deny, name) : has(allow, name);
}

class Check {
  public:
    Check(SubmissionNames const& names, JobRequest const& request, SubmissionMoment const& moment)
        : names_(names), site_(names.site()), request_(request), moment_(moment) {}

    tl::expected<CheckedSubmission, std::string> run() {
        for (auto const step : {&Check::find_nodes,
                                &Check::find_partitions,
                                &Check::find_account,
                                &Check::find_qos,
                                &Check::enter_partitions,
                                &Check::check_times,
                                &Check::check_resources})
            if (auto const done = (this->*step)(); !done) return refuse(done.error());
        return std::move(out_);
    }

  private:
    Outcome find_nodes() {
        auto const required = names_.nodes(request_.node_list);
        auto const excluded = names_.nodes(request_.exclude_list);
        if (!required || !excluded || required->intersects(*excluded))
            return refuse("Invalid node name specified");
        out_.required = *required;
        out_.excluded = *excluded;
        nodes_ = std::max({1, request_.min_nodes.value_or(1), required->count()});
        auto const most = request_.max_nodes.value_or(nodes_);
        if (most < nodes_) return refuse("Node count specification invalid");
        return {};
    }

    Outcome find_partitions() {
        if (request_.partition.empty()) {
            auto const usual = site_.default_partition();
            if (!usual) return refuse("No partition specified or system default partition");
            out_.partitions.push_back(*usual);
            return {};
        }
        for (std::string_view const name : split(request_.partition, ",")) {
            auto const partition = names_.partition(trimmed(name));
            if (!partition) return refuse("Invalid partition name specified");
            if (std::ranges::find(out_.partitions, *partition) == out_.partitions.end())
                out_.partitions.push_back(*partition);
        }
        return {};
    }

    Outcome find_account() {
        out_.account = request_.account.empty() ? std::string(names_.default_account(request_.user))
                                                : request_.account;
        if (site_.associations.empty()) return {};
        auto const& first = partition(out_.partitions.front());
        auto const found = names_.association(out_.account, request_.user, first.name);
        if (!found && site_.settings.enforce.associations)
            return refuse("Invalid account or account/partition combination specified");
        out_.association = found.value_or(-1);
        out_.account_association = names_.association(out_.account, "", "").value_or(-1);
        return {};
    }

    /// The requested QOS, else the association's default, else the only one it may use, else
    /// Slurm's own "normal".
    [[nodiscard]] std::string_view wanted_qos() const {
        if (!request_.qos.empty()) return request_.qos;
        auto const usual = names_.default_qos(out_.association);
        if (!usual.empty()) return usual;
        auto const* const allowed = names_.allowed_qos(out_.association);
        if (allowed != nullptr && allowed->size() == 1) return allowed->front();
        return "normal";
    }

    Outcome find_qos() {
        if (site_.qos.empty()) return {};
        auto const name = wanted_qos();
        auto const found = names_.qos(name);
        auto const* const allowed = names_.allowed_qos(out_.association);
        bool const known = found || (request_.qos.empty() && allowed == nullptr);
        bool const may = allowed == nullptr || has(*allowed, name);
        if (site_.settings.enforce.qos && (!known || !may))
            return refuse("Invalid qos specification");
        out_.qos = found.value_or(-1);
        if (flags().requires_reservation && request_.reservation.empty())
            return refuse("Invalid qos specification");
        return {};
    }

    /// Removes drained and inactive partitions from the list. With ANY one partition must accept
    /// the job, with ALL every one; with NO the job stays pending in a partition that does not
    /// accept it (spec 2.7.4).
    Outcome enter_partitions() {
        auto const enforce = site_.settings.enforce_part_limits;
        std::vector<std::int32_t> kept;
        auto refusal = Objection::not_available;
        bool accepted = false;
        for (auto const index : out_.partitions) {
            auto const against = objection(index);
            if (against == Objection::not_available) continue;
            if (against == Objection::access || against == Objection::group ||
                (against != Objection::none && enforce == EnforcePartLimits::all))
                return refuse(objection_text(against));
            if (against == Objection::none)
                accepted = true;
            else
                refusal = against;
            kept.push_back(index);
        }
        if (kept.empty() || (enforce == EnforcePartLimits::any && !accepted))
            return refuse(objection_text(refusal));
        out_.partitions = std::move(kept);
        return {};
    }

    [[nodiscard]] Objection objection(std::int32_t index) const {
        Partition const& one = partition(index);
        auto const state = moment_.partition_states.empty()
                               ? one.state
                               : moment_.partition_states[static_cast<std::size_t>(index)];
        if (state == PartitionState::drain || state == PartitionState::inactive)
            return Objection::not_available;
        if ((one.root_only && request_.user != "root") ||
            (one.requires_reservation && request_.reservation.empty()))
            return Objection::access;
        if (!names_.in_allowed_group(request_.user, index)) return Objection::group;
        if (least_cpus() > names_.cpus_of_partition(index)) return Objection::cpus;
        if (!nodes_fit(one)) return Objection::nodes;
        if (one.max_minutes && time_exceeds(*one.max_minutes) && !flags().partition_time_limit)
            return Objection::time;
        if (!names_.in_partition(out_.required, index)) return Objection::membership;
        if (!admits(one.allow_accounts, one.deny_accounts, out_.account)) return Objection::account;
        auto const qos = out_.qos < 0 ? std::string_view{} : std::string_view(qos_of_job().name);
        if (!admits(one.allow_qos, one.deny_qos, qos)) return Objection::qos;
        return Objection::none;
    }

    [[nodiscard]] bool nodes_fit(Partition const& one) const {
        auto const size = static_cast<std::int32_t>(one.nodes.size());
        auto const most = request_.max_nodes.value_or(std::max(nodes_, one.min_nodes));
        if (nodes_ > size) return false;
        if (most < one.min_nodes && !flags().partition_min_nodes) return false;
        return !one.max_nodes || nodes_ <= *one.max_nodes || flags().partition_max_nodes;
    }

    /// --time=0 requests no limit.
    [[nodiscard]] bool time_exceeds(std::int64_t minutes) const {
        if (!request_.time_minutes) return false;
        return *request_.time_minutes == 0 || *request_.time_minutes > minutes;
    }

    Outcome check_times() {
        Partition const& first = partition(out_.partitions.front());
        out_.minutes = request_.time_minutes;
        if (!out_.minutes) {
            if (first.default_minutes == 0) return refuse(bad_time);
            out_.minutes = first.default_minutes;
        } else if (out_.minutes == 0) {
            out_.minutes.reset();
        }
        if (request_.deadline && *request_.deadline < moment_.now) return refuse(bad_time);
        if (!request_.time_min_minutes) return {};
        auto const least = *request_.time_min_minutes;
        bool const fits_one = std::ranges::any_of(out_.partitions, [&](std::int32_t index) {
            auto const& most = partition(index).max_minutes;
            return !most || least <= *most;
        });
        bool const late =
            request_.deadline && *request_.deadline < moment_.now + Seconds{least * 60};
        if (!fits_one || late || (out_.minutes && least > *out_.minutes))
            return refuse(bad_time_min);
        return {};
    }

    Outcome check_resources() {
        auto const licenses = parse_licenses(request_.licenses, site_.licenses);
        if (!licenses) return refuse(licenses.error());
        for (GresRequest const& one : request_.gres)
            if (!names_.has_gres(one.name))
                return refuse("Invalid generic resource (gres) specification");
        return {};
    }

    /// CPUs of the smallest request: those of the tasks, and one for each node.
    [[nodiscard]] std::int64_t least_cpus() const {
        std::int64_t tasks = request_.ntasks.value_or(nodes_);
        if (!request_.ntasks && request_.ntasks_per_node)
            tasks = std::int64_t{nodes_} * *request_.ntasks_per_node;
        return std::max<std::int64_t>(nodes_, tasks * request_.cpus_per_task.value_or(1));
    }

    [[nodiscard]] Partition const& partition(std::int32_t index) const {
        return site_.partitions[static_cast<std::size_t>(index)];
    }
    [[nodiscard]] Qos const& qos_of_job() const {
        return site_.qos[static_cast<std::size_t>(out_.qos)];
    }
    [[nodiscard]] QosFlags flags() const { return out_.qos < 0 ? QosFlags{} : qos_of_job().flags; }

    SubmissionNames const& names_;
    Site const& site_;
    JobRequest const& request_;
    SubmissionMoment const& moment_;
    CheckedSubmission out_;
    std::int32_t nodes_ = 1;  ///< of the smallest request
};

}  // namespace

tl::expected<CheckedSubmission, std::string> check_submission(SubmissionNames const& names,
                                                              JobRequest const& request,
                                                              SubmissionMoment const& moment) {
    return Check(names, request, moment).run();
}

std::string_view objection_text(PartitionObjection objection) {
    constexpr std::array<std::string_view, 10> texts{
        "",
        "Required partition not available (inactive or drain)",
        "Access/permission denied",
        "User's group not permitted to use this partition",
        "More processors requested than permitted",
        "Node count specification invalid",
        bad_time,
        "Requested nodes not in this partition",
        "Invalid account or account/partition combination specified",
        "Invalid qos specification",
    };
    return texts[static_cast<std::size_t>(objection)];
}

}  // namespace clustersim::slurm
