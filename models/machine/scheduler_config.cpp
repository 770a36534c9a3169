// SPDX-License-Identifier: Apache-2.0
#include "models/machine/scheduler_config.hpp"

#include "models/machine/optional_values.hpp"

#include <fmt/format.h>

namespace clustersim {
namespace {

bool is_release(std::string const& text) {
    auto const digit = [&](std::size_t at) { return text[at] >= '0' && text[at] <= '9'; };
    return text.size() == 5 && digit(0) && digit(1) && text[2] == '.' && digit(3) && digit(4);
}

IdleEnd read_idle_end(Reader reader) {
    IdleEnd rule;
    rule.below = reader.quantity<Watts>("below");
    rule.after = round_up(reader.quantity<Duration>("after"));
    for (std::string const& who : reader.text_list("spares")) {
        rule.spares_interactive = rule.spares_interactive || who == "interactive";
        rule.spares_reservations = rule.spares_reservations || who == "reservations";
        if (who != "interactive" && who != "reservations") {
            reader
                .complain("spares",
                          Code::unknown_name,
                          fmt::format("nothing is known of jobs that are \"{}\"", who))
                .expected = "interactive or reservations";
        }
    }
    reader.finish();
    return rule;
}

}  // namespace

SchedulerParameters read_scheduler(Reader reader) {
    SchedulerParameters parameters;
    parameters.release = reader.optional_text("release").value_or("");
    if (!parameters.release.empty() && !is_release(parameters.release)) {
        reader.complain("release", Code::wrong_type, "this is no release of Slurm").expected =
            "year and month, as in 23.11";
    }
    parameters.bf_interval = optional_seconds(reader, "bf_interval");
    parameters.bf_window = optional_seconds(reader, "bf_window");
    parameters.bf_resolution = optional_seconds(reader, "bf_resolution");
    parameters.bf_max_job_test = optional_count(reader, "bf_max_job_test", 1);
    parameters.bf_max_job_start = optional_count(reader, "bf_max_job_start", 0);
    parameters.bf_max_job_part = optional_count(reader, "bf_max_job_part", 0);
    parameters.bf_max_job_user = optional_count(reader, "bf_max_job_user", 0);
    parameters.bf_continue = reader.flag("bf_continue", false);
    parameters.default_queue_depth = optional_count(reader, "default_queue_depth", 1);
    parameters.partition_job_depth = optional_count(reader, "partition_job_depth", 0);
    parameters.sched_interval = optional_seconds(reader, "sched_interval");
    parameters.complete_wait = optional_seconds(reader, "complete_wait");
    reader.finish();
    return parameters;
}

SiteRules read_site_rules(Reader reader) {
    SiteRules rules;
    if (auto idle_end = reader.optional_child("idle_end"))
        rules.idle_end = read_idle_end(*idle_end);
    rules.extends_time = reader.flag("extends_time", false);
    reader.finish();
    return rules;
}

}  // namespace clustersim
