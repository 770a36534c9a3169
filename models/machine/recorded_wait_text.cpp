// SPDX-License-Identifier: Apache-2.0
#include "models/machine/recorded_wait_text.hpp"

#include <fmt/format.h>

namespace clustersim {

std::string number_and_years(std::span<RecordedWait const> records) {
    int jobs = 0;
    std::string first;
    std::string last;
    for (RecordedWait const& record : records) {
        jobs += record.jobs;
        std::string const year = record.date.substr(0, 4);
        if (first.empty() || year < first) first = year;
        if (last.empty() || year > last) last = year;
    }
    return fmt::format("from {} recorded wait{} of {}",
                       jobs,
                       jobs == 1 ? "" : "s",
                       first == last ? first : first + " to " + last);
}

}  // namespace clustersim
