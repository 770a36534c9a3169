// SPDX-License-Identifier: Apache-2.0
#include "models/machine/backlog.hpp"

namespace clustersim {

std::optional<Backlog> optional_backlog(Reader& reader, std::string_view key) {
    ConfigNode const* node = reader.node().find(key);
    bool const range = node != nullptr && node->kind == ConfigNode::Kind::mapping &&
                       node->find("value") == nullptr;
    if (!range) {
        auto const one = reader.optional_quantity<Duration>(key, backlogs);
        return one ? std::optional(Backlog::exactly(*one)) : std::nullopt;
    }
    Reader thirds = reader.child(key);
    Backlog backlog{thirds.quantity<Duration>("short", backlogs),
                    thirds.quantity<Duration>("usual", backlogs),
                    thirds.quantity<Duration>("long", backlogs)};
    bool const given = thirds.has("short") && thirds.has("usual") && thirds.has("long");
    if (given && !(backlog.brief <= backlog.usual && backlog.usual <= backlog.extended)) {
        thirds
            .complain("usual",
                      Code::inconsistent,
                      "the usual backlog is not between the short and the long one")
            .expected = "`short` at most `usual`, and `usual` at most `long`";
    }
    thirds.finish();
    return backlog;
}

}  // namespace clustersim
