// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/views/job_names.hpp"

#include "sim/core/nearest_name.hpp"
#include "sim/slurm/controller/snapshot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <vector>

namespace clustersim::slurm {

bool is_job_number(std::string const& text) {
    auto const is_digit = [](char c) { return c >= '0' && c <= '9'; };
    auto const digits = [&](std::string_view part) {
        return !part.empty() && std::ranges::all_of(part, is_digit);
    };
    auto const bar = text.find('_');
    std::string_view const whole = text;
    if (bar == std::string::npos) return digits(whole);
    return digits(whole.substr(0, bar)) && digits(whole.substr(bar + 1));
}

bool names_job(std::string const& name, JobView const& job) {
    if (!is_job_number(name)) return name == job.name;
    return name == std::to_string(job.id) || name == std::to_string(job.array_id);
}

Diagnostics
unknown_job_names(std::span<std::string const> wanted,
                  std::function<void(std::function<void(std::string const&)>)> const& each) {
    Diagnostics unknown;
    if (std::ranges::all_of(wanted, is_job_number)) return unknown;
    std::set<std::string> names;
    each([&](std::string const& name) {
        if (!name.empty()) names.insert(name);
    });
    std::vector<std::string> const known(names.begin(), names.end());
    for (std::string const& one : wanted) {
        if (is_job_number(one) || names.contains(one)) continue;
        unknown.add(problem(Code::unknown_name,
                            fmt::format("there is no job {} at this moment", one),
                            "jobs are counted from 1, tasks of an array are written 10_2; " +
                                did_you_mean(one, known)));
    }
    return unknown;
}

}  // namespace clustersim::slurm
