// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/controller/job_queue.hpp"
#include "tests/support/catch.hpp"

#include <algorithm>
#include <string>
#include <vector>

using namespace clustersim;
using namespace clustersim::slurm;

namespace {

/// The records of TV-21, named by their slots 0 to 4: a to e.
std::vector<QueueRecord> five_records() {
    struct Line {
        std::int32_t tier;
        std::uint32_t priority;
        std::int64_t submit, id;
    };
    std::vector<QueueRecord> records;
    for (auto const& line :
         {Line{1, 100, 5, 9}, {1, 100, 5, 7}, {1, 100, 4, 12}, {2, 1, 9, 20}, {1, 500, 9, 3}}) {
        auto& record = records.emplace_back();
        record.slot = JobSlot{static_cast<std::uint32_t>(records.size()) - 1};
        record.tier = line.tier;
        record.priority = line.priority;
        record.submit = Instant{line.submit};
        record.order_id = line.id;
    }
    return records;
}

std::string order_of(std::vector<QueueRecord> const& records) {
    JobQueue queue;
    for (auto const& record : records) queue.insert(record);
    std::string names;
    for (auto const& record : queue.records()) names += static_cast<char>('a' + record.slot.value);
    return names;
}

bool by_slot(QueueRecord const& a, QueueRecord const& b) {
    return a.slot < b.slot;
}

}  // namespace

TEST_CASE("TV-21: it orders by reservation, tier, priority, submission and id (spec 3.4)",
          "[slurm_controller][unit]") {
    auto records = five_records();
    do {
        CHECK(order_of(records) == "decba");
    } while (std::next_permutation(records.begin(), records.end(), by_slot));
    records = five_records();
    records[0].reservation = ReservationId{0};
    do {
        CHECK(order_of(records) == "adecb");
    } while (std::next_permutation(records.begin(), records.end(), by_slot));
}
