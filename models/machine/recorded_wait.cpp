// SPDX-License-Identifier: Apache-2.0
#include "models/machine/recorded_wait.hpp"

#include "models/machine/optional_values.hpp"

#include <utility>

namespace clustersim {
namespace {

constexpr double longest_wait = 365.0 * 86400.0;

std::optional<Seconds> wait_at(Reader& reader, std::string_view key) {
    auto const time = reader.optional_quantity<Duration>(key, Range::at_least(0.0, longest_wait));
    return time ? std::optional(round_up(*time)) : std::nullopt;
}

RecordedWait recorded_wait(Reader& reader) {
    RecordedWait one;
    one.nodes = optional_count(reader, "nodes").value_or(1);
    one.gpus = optional_count(reader, "gpus");
    reader.require("walltime");
    one.walltime = optional_seconds(reader, "walltime").value_or(Seconds{3600});
    one.wait = wait_at(reader, "wait");
    one.at_least = wait_at(reader, "at_least");
    one.at_most = wait_at(reader, "at_most");
    one.jobs = optional_count(reader, "jobs").value_or(1);
    one.date = reader.text("date");
    bool const bounds = one.at_least || one.at_most;
    if (one.wait.has_value() == bounds) {
        reader
            .complain(one.wait ? "wait" : "",
                      Code::inconsistent,
                      one.wait ? "a wait that is known has no bounds"
                               : "a recorded wait has no time")
            .expected = "`wait`, or one or both of `at_least` and `at_most`";
    } else if (one.at_least && one.at_most && *one.at_least > *one.at_most) {
        reader.complain("at_least", Code::inconsistent, "the wait is at least longer than at most")
            .expected = "`at_least` below `at_most`";
    }
    reader.finish();
    return one;
}

}  // namespace

Result<std::vector<RecordedWait>> read_recorded_waits(ConfigNode const& document) {
    Diagnostics problems;
    Reader reader(document, problems, Reader::Style::annotated);
    if (problems.has_errors()) return failure(std::move(problems));
    reader.schema("clustersim/waits/1");
    reader.optional_text("title");
    reader.raw("sources");
    reader.raw("source");
    auto waits = recorded_waits(reader, "waits");
    if (waits.empty() && !problems.has_errors())
        reader.complain("waits", Code::missing_key, "the file holds no recorded wait").expected =
            "waits: [{nodes: 1, walltime: 12 h, wait: 40 min, date: '2026-09-02'}]";
    reader.finish();
    if (problems.has_errors()) return failure(std::move(problems));
    return waits;
}

std::vector<RecordedWait> recorded_waits(Reader& reader, std::string_view key) {
    std::vector<RecordedWait> waits;
    for (Reader& entry : reader.list(key)) waits.push_back(recorded_wait(entry));
    return waits;
}

}  // namespace clustersim
