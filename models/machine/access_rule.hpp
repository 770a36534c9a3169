// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/quantity.hpp"

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace clustersim {

/// What time on a machine is for.
enum class AccessPurpose { production, development, scaling, teaching };

/// Who applies: a researcher, a public body, a small or medium-sized firm, another firm.
enum class Applicant { academic, public_body, sme, company };

/// What the devices do. Some grants limit the part of inference.
enum class WorkKind { training, inference };

/// Unused time is cut: if less than `used` of a grant was used after so many months, only `cut_to` of it stays.
struct SpendOrLose {
    int after_months = 0;
    double used = 0.0;             ///< share of the grant
    std::optional<double> cut_to;  ///< share of the grant; unset: not published
};

/// A project may use so much in a month; what it does not use is lost.
struct MonthlyLimit {
    std::optional<NodeHours> node_hours;
    std::optional<GpuHours> gpu_hours;
};

/// Large jobs need measured run times that show that the code scales.
struct ScalingProof {
    std::vector<std::string> partitions;  ///< on which it is needed; empty: all
    int above_nodes = 0;                  ///< jobs with more nodes need it
    int above_gpus = 0;                   ///< jobs with more devices need it
    int node_counts = 3;                  ///< to measure at least
    std::optional<double> efficiency;  ///< parallel, against the fewest nodes; unset: not published
    std::vector<std::string> evidence;  ///< what else the site wants to see
};

/// At most this share of the grant may be for one kind of work.
struct WorkShare {
    WorkKind work = WorkKind::inference;
    double most = 1.0;
};

/// A rule of a site or a call that decides whether a grant carries a project.
struct AccessRule {
    std::string name;
    std::variant<SpendOrLose, MonthlyLimit, ScalingProof, WorkShare> terms;
};

/// The rule in words: "40 % used after 6 months, or the grant is cut to 60 %".
std::string rule_text(AccessRule const& rule);

}  // namespace clustersim
