// SPDX-License-Identifier: Apache-2.0
#include "models/machine/upkeep_config.hpp"

#include "models/machine/optional_values.hpp"

namespace clustersim {

Upkeep read_upkeep(Reader& reader) {
    Upkeep upkeep;
    upkeep.closed = optional_date(reader, "closed");
    upkeep.successor = reader.optional_text("successor").value_or("");
    upkeep.checked = optional_date(reader, "checked");
    if (!upkeep.successor.empty() && !reader.has("closed"))
        reader.complain("successor", Code::inconsistent, "a machine that runs has no successor")
            .expected = "`closed`, the day on which its service ended";
    return upkeep;
}

}  // namespace clustersim
