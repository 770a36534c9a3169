// SPDX-License-Identifier: Apache-2.0
#include "models/machine/site_rules_config.hpp"

#include <fmt/format.h>

namespace clustersim {
namespace {

IdleEnd read_idle_end(Reader reader) {
    IdleEnd rule;
    rule.below = reader.quantity<Watts>("below");
    rule.after = round_up(reader.quantity<Duration>("after"));
    for (std::string const& who : reader.text_list("spares")) {
        rule.spares_interactive = rule.spares_interactive || who == "interactive";
        rule.spares_reservations = rule.spares_reservations || who == "reservations";
        if (who != "interactive" && who != "reservations") {
            reader
                .complain(
                    "spares", Code::unknown_name, fmt::format("unknown kind of jobs \"{}\"", who))
                .expected = "interactive or reservations";
        }
    }
    reader.finish();
    return rule;
}

MonthlyQuota read_monthly_quota(Reader reader) {
    MonthlyQuota rule;
    rule.lowest_from = reader.number("lowest_from", Range::positive(1e6));
    rule.falls_from = reader.optional_number("falls_from", Range::positive(1e6)).value_or(0.0);
    if (reader.has("lowest_from") && rule.falls_from > rule.lowest_from) {
        reader
            .complain("falls_from",
                      Code::inconsistent,
                      fmt::format("the priority falls from {}, but is lowest from {}",
                                  rule.falls_from,
                                  rule.lowest_from))
            .expected = "at most `lowest_from`";
    }
    reader.finish();
    return rule;
}

}  // namespace

SiteRules read_site_rules(Reader reader) {
    SiteRules rules;
    if (auto idle_end = reader.optional_child("idle_end"))
        rules.idle_end = read_idle_end(*idle_end);
    rules.extends_time = reader.flag("extends_time", false);
    if (auto quota = reader.optional_child("monthly_quota"))
        rules.monthly_quota = read_monthly_quota(*quota);
    reader.finish();
    return rules;
}

}  // namespace clustersim
