// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/read/conf/conf_lines.hpp"
#include "sim/slurm/read/parameters/legal_values.hpp"

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace clustersim::slurm {

/// Why a parameter of a configuration file has no effect here.
enum class Unused {
    unknown,     ///< not a known parameter of Slurm
    irrelevant,  ///< does not affect where and when jobs run
    unsupported  ///< may affect schedules, but is not emulated
};

struct UnusedParameter {
    std::string name;  ///< as written; "SchedulerParameters=bf_max_time" for a word of a list
    Unused why = Unused::irrelevant;
    SourceSpan where;
};

/// The nodes of a site by name.
struct NodeIndex {
    std::unordered_map<std::string, std::int32_t> position;
    std::size_t nodes = 0;  ///< that it knows, the first ones of the site
};

/// The additional results of reading configuration files: every problem with its place, and the
/// parameters without effect. The functions that read a value leave their target unchanged after a
/// problem.
class ConfReading {
  public:
    Diagnostics problems;
    std::vector<UnusedParameter> unused;
    NodeIndex node_index;  ///< filled by node_indices as far as it is needed
    bool strict = false;   ///< what Slurm only logs about words of lists is an error

    /// An error at the pair's value.
    Diagnostic& complain(ConfPair const& pair, Code code, std::string message);
    /// The same for a problem that Slurm only logs.
    Diagnostic& warn(ConfPair const& pair, Code code, std::string message);

    /// Whole numbers, with the suffixes K, M, G, T (powers of 1024); UNLIMITED is the highest. Of a
    /// word of a list Slurm takes the number that the text begins with; one out of range leaves the
    /// default.
    void integer(ConfPair const& pair,
                 std::int64_t& target,
                 std::int64_t low = 0,
                 std::int64_t high = max_integer);
    void integer(ConfPair const& pair, std::int32_t& target, std::int32_t low = 0);
    template <class Integer>
    void integer(ConfPair const& pair, std::optional<Integer>& target) {
        Integer value = -1;
        integer(pair, value);
        if (value >= 0) target = value;
    }
    /// A limit that UNLIMITED and INFINITE clear.
    template <class Integer>
    void limit(ConfPair const& pair, std::optional<Integer>& target) {
        if (is_unlimited(pair.value))
            target.reset();
        else
            integer(pair, target);
    }
    /// The number that a text begins with, 0 if there is none, as strtol reads it: a warning says
    /// what follows it.
    std::int64_t leading_integer(ConfPair const& pair);
    /// An amount of memory; zero and UNLIMITED mean "not set".
    void memory(ConfPair const& pair, std::optional<std::int64_t>& target_mb);
    void number(ConfPair const& pair, double& target);
    void boolean(ConfPair const& pair, bool& target);
    /// Set by a bare word of a list or by `word=yes`.
    void flag(ConfPair const& pair, bool& target);
    /// A time limit in minutes; unlimited is -1.
    void minutes(ConfPair const& pair, std::int64_t& target);
    /// A number of minutes or a time in Slurm's format, converted to seconds.
    void minutes_as_seconds(ConfPair const& pair, std::int64_t& target);
    template <class Enum>
    void one_of(ConfPair const& pair,
                std::span<std::pair<std::string_view, Enum> const> names,
                Enum& target) {
        for (auto const& [name, value] : names) {
            if (same_plugin(pair.value, name)) {
                target = value;
                return;
            }
        }
        std::vector<std::string> known;
        for (auto const& entry : names) known.emplace_back(entry.first);
        unknown_word(pair, known);
    }
    void unknown_word(ConfPair const& pair, std::span<std::string const> known);
    /// The names of a hostlist; blanks count as commas.
    std::vector<std::string> hosts(ConfPair const& pair);

    static bool is_unlimited(std::string_view text);
    static constexpr std::int64_t max_integer = 4'294'967'295;
    /// Memory has 64 bits: RealMemory=64G is that many MB.
    static constexpr std::int64_t max_memory = std::int64_t{1} << 52;
};

/// A whole number with an optional suffix K, M, G, T, P (powers of 1024).
std::optional<std::int64_t> scaled_integer(std::string_view text);

/// One known key of a kind of line, and its setter.
template <class Target>
struct ConfKey {
    std::string_view name;
    void (*set)(Target&, ConfPair const&, ConfReading&);
};

/// Keys of a kind of line that are read by the rows of a structure (pair_reader.hpp).
template <class Target>
struct PlainConfKeys {
    bool (*read)(Target&, ConfPair const&, ConfReading&) = nullptr;
    void (*names)(std::vector<std::string>&) = nullptr;
};

/// The keys of a kind of line: those with a setter, and Slurm's others.
template <class Target>
struct ConfKeys {
    std::span<ConfKey<Target> const> used;  ///< those with a rule of their own
    std::span<std::string_view const> irrelevant;
    std::span<std::string_view const> unsupported;
    std::string_view within;  ///< "SchedulerParameters=" for the words of a list
    PlainConfKeys<Target> plain{};
};

/// Lists a pair with a key that the line does not use; warns if the key is unknown.
void note_unused(ConfReading& reading,
                 ConfPair const& pair,
                 std::string name,
                 Unused why,
                 std::span<std::string const> known);

template <class Target>
void apply_pair(ConfKeys<Target> const& keys,
                Target& target,
                ConfPair const& pair,
                ConfReading& reading) {
    for (ConfKey<Target> const& key : keys.used) {
        if (same_word(key.name, pair.key)) {
            key.set(target, pair, reading);
            return;
        }
    }
    if (keys.plain.read != nullptr && keys.plain.read(target, pair, reading)) return;
    std::vector<std::string> known;
    auto why = Unused::unknown;
    for (ConfKey<Target> const& key : keys.used) known.emplace_back(key.name);
    if (keys.plain.names != nullptr) keys.plain.names(known);
    for (auto const& [names, kind] : {std::pair(keys.irrelevant, Unused::irrelevant),
                                      std::pair(keys.unsupported, Unused::unsupported)}) {
        for (std::string_view const name : names) {
            known.emplace_back(name);
            if (same_word(name, pair.key)) why = kind;
        }
    }
    note_unused(reading, pair, std::string(keys.within) + pair.key, why, known);
}

/// The words `name` or `name=value` of a comma list such as SchedulerParameters, each as a pair
/// with its own position; a word without a value has an empty one.
std::vector<ConfPair> words_of(ConfPair const& list);

}  // namespace clustersim::slurm
