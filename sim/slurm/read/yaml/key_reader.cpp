// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/read/yaml/key_reader.hpp"

#include "sim/core/hostlist.hpp"
#include "sim/core/nearest_name.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace clustersim::slurm {

namespace {

/// Keys that annotated files may have in any mapping; elsewhere finish() reports them.
bool is_annotation(std::string_view key) {
    return key == "source" || key == "confidence" || key == "note";
}

/// The scalar of a value, also of an annotated one: `{value: 5 min, source: D1}`.
std::string scalar_of(ConfigNode const& value) {
    ConfigNode const* inner = value.find("value");
    return inner == nullptr ? value.scalar : inner->scalar;
}

/// Calls take(tres position, nested reader, name) for every TRES that a mapping names.
template <class Take>
void each_tres(Reader& reader, std::string_view key, KnownNames const& names, Take take) {
    auto child = reader.optional_child(key);
    if (!child) return;
    for (auto const& entry : child->node().entries) {
        if (is_annotation(entry.key)) continue;
        if (auto const position = names.tres.find(entry.key)) {
            take(*position, *child, entry.key);
            continue;
        }
        child->raw(entry.key);
        std::vector<std::string> known;
        for (std::size_t i = 0; i < names.tres.size(); ++i) known.push_back(names.tres.name(i));
        auto& trouble = reader.diagnostics().add(
            problem_at(entry.key_node,
                       Code::unknown_name,
                       fmt::format("\"{}\" is not a trackable resource of this site", entry.key)));
        trouble.help = did_you_mean(entry.key, known) + "; list additional ones under `tres:`";
    }
    child->finish();
}

}  // namespace

std::optional<std::int64_t>
read_amount(Reader& reader, std::string_view key, AmountRange const& range) {
    auto const limits = Range::at_least(static_cast<double>(range.least) * range.unit,
                                        static_cast<double>(range.most) * range.unit);
    ConfigNode const* value = reader.raw(key);
    std::optional<double> amount;
    if (range.dimension == Dimension::time) {
        auto const read = reader.optional_quantity<Duration>(key, limits);
        amount = read ? std::optional(read->si()) : std::nullopt;
    } else {
        auto const read = reader.optional_quantity<Bytes>(key, limits);
        amount = read ? std::optional(read->si()) : std::nullopt;
    }
    if (!amount) return std::nullopt;
    double const count = *amount / range.unit;
    if (count > 1e15 || count != std::floor(count)) {
        reader
            .complain(key, Code::out_of_range, fmt::format("\"{}\" is {}", key, scalar_of(*value)))
            .expected = range.dimension == Dimension::data ? "whole MiB"
                        : range.unit > 1.0                 ? "whole minutes"
                                                           : "whole seconds";
        return std::nullopt;
    }
    return static_cast<std::int64_t>(count);
}

bool is_unlimited(Reader& reader, std::string_view key) {
    ConfigNode const* value = reader.raw(key);
    return value != nullptr && scalar_of(*value) == "unlimited";
}

void read_hosts(Reader& reader,
                std::string_view key,
                KnownNames const& names,
                std::vector<std::int32_t>& target) {
    auto const text = reader.optional_text(key);
    if (!text) return;
    auto const hosts = expand_hostlist(*text);
    if (!hosts) {
        reader.complain(key, Code::bad_syntax, fmt::format("\"{}\": {}", key, hosts.error()))
            .expected = "a list of nodes such as n[001-087],m01";
        return;
    }
    std::vector<std::string> strangers;
    for (std::string const& host : *hosts)
        if (auto const found = names.nodes.find(host); found != names.nodes.end())
            target.push_back(found->second);
        else
            strangers.push_back(host);
    std::ranges::sort(target);
    target.erase(std::unique(target.begin(), target.end()), target.end());
    if (!strangers.empty()) {
        reader.complain(
            key,
            Code::unknown_name,
            fmt::format("\"{}\" names {}, not in `nodes:`", key, compress_hostlist(strangers)));
    }
}

void read_release(Reader& reader, std::string_view key, Release& target) {
    auto const text = reader.optional_text(key);
    if (!text) return;
    auto const release = release_of(*text);
    // Nothing may follow a maintenance number here.
    if (release && release->number >= 2000 &&
        (!release->maintenance || to_text(*release) == *text)) {
        target = *release;
        return;
    }
    reader.complain(key, Code::out_of_range, fmt::format("\"{}\" is \"{}\"", key, *text)).expected =
        "a release of Slurm such as '22.05' or '24.11.5'";
}

void read_limits(Reader& reader,
                 std::string_view key,
                 KnownNames const& names,
                 TresLimits& target) {
    each_tres(
        reader,
        key,
        names,
        [&](std::size_t tres, Reader& child, std::string_view name) {
            if (auto const limit = child.optional_integer(name)) target.set(tres, *limit);
        });
}

void read_weights(Reader& reader,
                  std::string_view key,
                  KnownNames const& names,
                  TresWeights& target) {
    if (reader.has(key)) target.clear();
    each_tres(reader, key, names, [&](std::size_t tres, Reader& child, std::string_view name) {
        if (auto const weight = child.optional_number(name, Range::at_least(0)))
            target.emplace_back(tres, *weight);
    });
}

void read_counts(Reader& reader,
                 std::string_view key,
                 std::vector<std::pair<std::string, std::int64_t>>& target) {
    auto child = reader.optional_child(key);
    if (!child) return;
    for (auto const& entry : child->node().entries) {
        if (is_annotation(entry.key)) continue;
        if (auto const count = child->optional_integer(entry.key))
            target.emplace_back(entry.key, *count);
        else
            child->require(entry.key);
    }
    child->finish();
}

void read_signed_list(Reader& reader, std::string_view key, std::vector<std::int32_t>& target) {
    constexpr double most = std::numeric_limits<std::int32_t>::max();
    for (auto const number : reader.integer_list(key, Range::at_least(-1, most)))
        target.push_back(static_cast<std::int32_t>(number));
}

}  // namespace clustersim::slurm
