// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/site/settings.hpp"
#include "sim/slurm/site/tres.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace clustersim::slurm {

/// The kind of value of a parameter, which determines its format in slurm.conf and YAML.
enum class Measure {
    flag,           ///< yes or no; true if the word is in the list
    count,          ///< a whole number without a unit
    number,         ///< zero or more
    text,           ///< a name
    choice,         ///< one of several words
    seconds,        ///< slurm.conf: whole seconds
    limit_seconds,  ///< the same; -1 is "unlimited" in YAML
    limit_time,     ///< slurm.conf: minutes or D-H:M:S, UNLIMITED; kept in seconds
    time,           ///< slurm.conf: minutes or D-H:M:S; kept in seconds
    minutes,        ///< slurm.conf: whole minutes
    limit_minutes,  ///< slurm.conf: minutes or D-H:M:S, UNLIMITED (-1); kept in minutes
    mebibytes,      ///< slurm.conf: whole MiB; 0 and UNLIMITED mean "not set"
    weights,        ///< a number for each of some trackable resources
    release         ///< year and month of a release: '23.11'
};

/// Minimum and maximum of a count or of a time in its own unit; negative ones mean no limit.
struct Bounds {
    std::int64_t low = 0;
    std::int64_t high = 4'294'967'295;

    friend bool operator==(Bounds const&, Bounds const&) = default;
};

/// A word of a choice in slurm.conf and in YAML; without the latter, an alternative spelling in
/// slurm.conf.
struct ChoiceWord {
    std::string_view conf;
    std::string_view yaml;
    int value = 0;
};

/// A member that holds an enumeration.
struct Choice {
    std::span<ChoiceWord const> words;
    int (*get)(Settings const&);
    void (*set)(Settings&, int);
};

/// The storage of a parameter.
template <class M>
using MemberOf = M& (*)(Settings&);
using SettingsMember = std::variant<MemberOf<bool>,
                                    MemberOf<std::int64_t>,
                                    MemberOf<double>,
                                    MemberOf<std::string>,
                                    MemberOf<std::optional<std::int64_t>>,
                                    MemberOf<std::optional<std::int32_t>>,
                                    MemberOf<std::vector<std::pair<std::size_t, double>>>,
                                    MemberOf<Release>,
                                    Choice>;

/// One emulated parameter of Slurm: a row of parameters.inc.
struct Parameter {
    std::string_view conf;  ///< in slurm.conf; "LIST=word" for a word of a list; may be empty
    std::string_view key;   ///< below `settings:` of a site file: "scheduler.backfill.interval"
    Measure measure = Measure::count;
    SettingsMember member;
    Bounds bounds;
    std::string_view meaning;
};

/// All parameters in the order in which a site file is written: the keys of one mapping are
/// contiguous.
std::span<Parameter const> parameters();

/// The parameter with that name in slurm.conf, without regard to case; null if there is none.
Parameter const* find_parameter(std::string_view conf);

/// An amount in the unit of the parameter's member, with its unit: "30 s", "1 d", "4".
std::string amount_text(Parameter const& parameter, std::int64_t count);

/// The default as shown in the documentation: "30 s", "no", "none set".
std::string default_text(Parameter const& parameter);

/// Parameters of slurm.conf, named as in Parameter::conf, that do not affect where and when jobs
/// run.
std::span<std::string_view const> irrelevant_parameters();

/// Parameters of slurm.conf that may affect schedules but are not emulated.
std::span<std::string_view const> unsupported_parameters();

}  // namespace clustersim::slurm
