// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/plan.hpp"
#include "sim/core/result.hpp"

#include <tl/expected.hpp>

#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace clustersim {

/// "40e6" is a number of gradients, "25 MiB" their size. Says what is wrong.
tl::expected<BucketSize, std::string> read_bucket(std::string_view text);
std::string written_bucket(BucketSize const& bucket);

/// The changes that a text of "key=value, …" makes to a plan; keys that it does not name stay open.
struct PlanChanges {
    std::string text;
    Plan plan;  ///< the values given, over the defaults of Plan
    std::vector<std::string_view> given;

    [[nodiscard]] bool has(std::string_view key) const;
    /// Whether it says how the work is spread over devices, not only what is computed (precision, adapters, formats).
    [[nodiscard]] bool lays_out() const;
    /// `base` with the given values.
    [[nodiscard]] Plan over(Plan base) const;
};

/// Keys: tp, pp, dp, cp, ep (parallel widths), vp (pieces of an interleaved stage), mb
/// (micro-batch), acc (micro-batches per step), zero (0 to 3), shard (devices that share states),
/// recompute (none, selective, full), recompute-layers, recompute-every, schedule (1f1b, gpipe), sp and ends (on, off), precision, lora,
/// frozen (format of weights beside adapters), saved and attention (plain, fp8), paged (on, off). All problems are reported.
Result<PlanChanges> read_plan(std::string_view text);

/// "tp=8,pp=4,dp=16,mb=1,acc=12": values other than 1 or the usual one, in the form that read_plan
/// takes.
std::string written_plan(Plan const& plan);
/// The same as a change of the plan `over`: values that differ from `over` are named too ("zero=0").
std::string written_plan(Plan const& plan, Plan const& over);

}  // namespace clustersim
