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

}  // namespace

SiteRules read_site_rules(Reader reader) {
    SiteRules rules;
    if (auto idle_end = reader.optional_child("idle_end"))
        rules.idle_end = read_idle_end(*idle_end);
    rules.extends_time = reader.flag("extends_time", false);
    reader.finish();
    return rules;
}

}  // namespace clustersim
