// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/read/machine/fair_share_tree.hpp"

#include "sim/config/reader.hpp"
#include "sim/core/nearest_name.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

namespace clustersim {
namespace {

FairShareGroup read_group(Reader& reader, std::string const& name, FairShareTree const& tree) {
    FairShareGroup group;
    group.name = name;
    group.share = reader.number("share", Range{0.0, 1.0, true});
    group.below = reader.optional_text("below").value_or("");
    reader.finish();
    std::vector<std::string> earlier;
    for (FairShareGroup const& one : tree.groups) earlier.push_back(one.name);
    if (!group.below.empty() && std::ranges::find(earlier, group.below) == earlier.end()) {
        reader
            .complain("below",
                      Code::unknown_name,
                      fmt::format("no group \"{}\" is listed before this one", group.below))
            .help = did_you_mean(group.below, earlier);
    }
    return group;
}

double sum_of_grants(UserPopulation const& people) {
    double sum = 0.0;
    for (BackgroundAccount const& one : people.accounts) sum += static_cast<double>(one.shares);
    return sum;
}

}  // namespace

FairShareTree read_fair_share_tree(ConfigNode const& slurm, Diagnostics& problems) {
    FairShareTree tree;
    ConfigNode const* block =
        slurm.kind == ConfigNode::Kind::mapping ? slurm.find("fair_share") : nullptr;
    if (block == nullptr) return tree;
    Reader reader(*block, problems, Reader::Style::annotated);
    tree.single_tier = reader.flag("single_tier", false);
    tree.least_share = reader.optional_number("least_share", Range{0.0, 1.0, true}).value_or(0.0);
    tree.idle_projects = static_cast<int>(
        reader.optional_integer("idle_projects", Range::at_least(0, 100)).value_or(0));
    double sum = 0.0;
    for (auto& [name, child] : reader.named_children("groups")) {
        tree.groups.push_back(read_group(child, name, tree));
        sum += tree.groups.back().share;
    }
    constexpr double rounding = 1e-9;
    if (sum > 1.0 + rounding) {
        reader
            .complain("groups",
                      Code::inconsistent,
                      fmt::format("the shares of all groups together are {:.6g}", sum))
            .expected = "at most 1";
    }
    reader.finish();
    return tree;
}

ConfigNode settings_of(ConfigNode const& slurm) {
    ConfigNode rest = slurm;
    std::erase_if(rest.entries,
                  [](ConfigNode::Entry const& entry) { return entry.key == "fair_share"; });
    return rest;
}

std::vector<std::optional<std::size_t>> groups_of(UserPopulation const& people,
                                                  FairShareTree const& tree) {
    std::vector<std::optional<std::size_t>> found(people.accounts.size());
    if (tree.groups.empty() || tree.single_tier) return found;
    double shares = 0.0;
    for (FairShareGroup const& group : tree.groups) shares += group.share;
    std::vector<double> lacks;
    for (FairShareGroup const& group : tree.groups)
        lacks.push_back(sum_of_grants(people) * group.share / shares);
    std::vector<std::size_t> order(people.accounts.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(
        order, std::greater<>(), [&](std::size_t p) { return people.accounts[p].shares; });
    for (std::size_t const project : order) {
        auto const most = static_cast<std::size_t>(std::ranges::max_element(lacks) - lacks.begin());
        lacks[most] -= static_cast<double>(people.accounts[project].shares);
        found[project] = most;
    }
    return found;
}

std::vector<std::int64_t> project_shares(UserPopulation const& people, FairShareTree const& tree) {
    std::int64_t const least = std::llround(tree.least_share * sum_of_grants(people));
    std::vector<std::int64_t> shares;
    for (BackgroundAccount const& one : people.accounts)
        shares.push_back(std::max(one.shares, least));
    return shares;
}

}  // namespace clustersim
