// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/read/conf/conf_parameter.hpp"

#include "sim/core/ensure.hpp"
#include "sim/slurm/read/parameters/legal_values.hpp"
#include "sim/slurm/site/limit_text.hpp"

#include <fmt/format.h>

namespace clustersim::slurm {

namespace {

/// Reads a pair into a member by the parameter's measure.
struct SetMember {
    Parameter const& parameter;
    Settings& settings;
    ConfPair const& pair;
    ConfReading& reading;

    void operator()(MemberOf<bool> member) const {
        bool const word_of_list = parameter.conf.find('=') != std::string_view::npos;
        if (word_of_list)
            reading.flag(pair, member(settings));
        else
            reading.boolean(pair, member(settings));
    }
    void operator()(MemberOf<std::int64_t> member) const {
        std::int64_t& target = member(settings);
        if (parameter.measure == Measure::limit_minutes)
            reading.minutes(pair, target);
        else if (parameter.measure == Measure::time)
            set_time(target);
        else
            reading.integer(pair, target, parameter.bounds.low, parameter.bounds.high);
    }
    void operator()(MemberOf<double> member) const {
        double value = member(settings);
        reading.number(pair, value);
        if (value < 0.0) {
            reading.complain(
                pair, Code::out_of_range, fmt::format("{} is less than zero", pair.key));
            return;
        }
        member(settings) = value;
    }
    void operator()(MemberOf<std::string> member) const {
        // ClusterName="" names nothing.
        if (!pair.value.empty()) member(settings) = pair.value;
    }
    void operator()(MemberOf<std::optional<std::int64_t>> member) const {
        auto& target = member(settings);
        if (parameter.measure == Measure::mebibytes)
            reading.memory(pair, target);
        else if (parameter.measure == Measure::limit_time)
            set_limit_time(target);
        else
            reading.integer(pair, target);
    }
    void operator()(MemberOf<std::optional<std::int32_t>> member) const {
        reading.integer(pair, member(settings));
    }
    void operator()(MemberOf<std::vector<std::pair<std::size_t, double>>>) const {
        CS_ENSURE(false, "weights of trackable resources are read once all of those are known");
    }
    void operator()(MemberOf<Release>) const {
        CS_ENSURE(false, "slurm.conf does not name a release");
    }
    void operator()(Choice const& choice) const {
        ConfPair const emulated = emulated_value(pair, reading);
        std::vector<std::string> known;
        for (ChoiceWord const& word : choice.words) {
            if (same_plugin(emulated.value, word.conf)) {
                choice.set(settings, word.value);
                return;
            }
            known.emplace_back(word.conf);
        }
        reading.unknown_word(pair, known);
    }

  private:
    void set_time(std::int64_t& target) const {
        std::int64_t value = target;
        reading.minutes_as_seconds(pair, value);
        if (value < parameter.bounds.low || value > parameter.bounds.high) {
            reading
                .complain(pair,
                          Code::out_of_range,
                          fmt::format("{} = \"{}\" is out of range", pair.key, pair.value))
                .expected = fmt::format(
                "{} to {} minutes", parameter.bounds.low / 60, parameter.bounds.high / 60);
            return;
        }
        target = value;
    }
    void set_limit_time(std::optional<std::int64_t>& target) const {
        auto const seconds = limit_seconds(pair.value);
        if (!seconds) {
            reading.complain(pair,
                             Code::wrong_type,
                             fmt::format("{} = \"{}\" is not a time", pair.key, pair.value));
        } else if (*seconds >= 0) {
            target = *seconds;
        }
    }
};

}  // namespace

ConfPair emulated_value(ConfPair const& pair, ConfReading& reading) {
    ConfPair out = pair;
    if (LegalValue const* legal = legal_value(pair.key, pair.value)) {
        out.value = legal->instead;
        reading.unused.push_back(
            {fmt::format("{}={}, taken as {}", legal->parameter, legal->value, legal->instead),
             Unused::unsupported,
             pair.value_at});
    }
    return out;
}

void set_parameter(Parameter const& parameter,
                   Settings& settings,
                   ConfPair const& pair,
                   ConfReading& reading) {
    std::visit(SetMember{parameter, settings, pair, reading}, parameter.member);
}

}  // namespace clustersim::slurm
