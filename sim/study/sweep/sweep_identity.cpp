// SPDX-License-Identifier: Apache-2.0
#include "sim/study/sweep/sweep_identity.hpp"

#include "sim/config/json_text.hpp"
#include "sim/scenario/resolved_document.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

namespace clustersim {
namespace {

std::map<std::string, std::string> values_in(std::string const& json) {
    std::map<std::string, std::string> values;
    auto const document = parse_yaml(json, "stored scenario");
    if (!document) return values;
    for (LeafValue const& leaf : leaf_values(restored_json(*document)))
        values.emplace(leaf.path, leaf.text);
    return values;
}

std::string or_nothing(std::map<std::string, std::string> const& values, std::string const& key) {
    auto const found = values.find(key);
    return found == values.end() ? "absent" : found->second;
}

/// "replicates was 20 and is 10", for each value that differs; the first few of them.
std::vector<std::string> changes(std::string const& stored, std::string const& asked) {
    constexpr std::size_t most = 5;
    auto const before = values_in(stored);
    auto const after = values_in(asked);
    std::vector<std::string> found;
    auto const compare = [&](std::string const& key) {
        std::string const was = or_nothing(before, key);
        std::string const is = or_nothing(after, key);
        if (was != is) found.push_back(fmt::format("`{}` was {} and is {}", key, was, is));
    };
    for (auto const& [key, value] : after) compare(key);
    for (auto const& [key, value] : before)
        if (!after.contains(key)) compare(key);
    if (found.size() > most) {
        std::size_t const more = found.size() - most;
        found.resize(most);
        found.push_back(fmt::format("{} more", more));
    }
    return found;
}

}  // namespace

Result<void> check_same_sweep(std::filesystem::path const& file,
                              SweepIdentity const& stored,
                              SweepIdentity const& asked) {
    Diagnostic d = problem(Code::inconsistent, "");
    d.where.file = file.string();
    if (stored.version != asked.version) {
        d.message = fmt::format("the answers are of clustersim {}, and this is clustersim {}",
                                stored.version,
                                asked.version);
        d.help = "continue with that version, or choose another file for a new sweep";
        return failure(std::move(d));
    }
    if (stored.hash == asked.hash) return {};
    std::vector<std::string> const changed = changes(stored.scenario, asked.scenario);
    if (!changed.empty()) {
        d.message =
            fmt::format("the answers are of another scenario: {}", fmt::join(changed, ", "));
    } else if (stored.inputs != asked.inputs) {
        d.message = "a machine, an application or a mix that the scenario reads has changed since "
                    "the sweep began";
    } else {
        d.message = "a trace that the scenario reads, or the order of its keys, has changed since "
                    "the sweep began";
    }
    d.help = "undo the change, or choose another file for a new sweep";
    return failure(std::move(d));
}

}  // namespace clustersim
