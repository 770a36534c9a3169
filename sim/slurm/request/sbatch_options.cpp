// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/request/sbatch_options.hpp"

#include "sim/slurm/request/gres_text.hpp"
#include "sim/slurm/request/memory_text.hpp"
#include "sim/slurm/request/text_scan.hpp"
#include "sim/slurm/site/limit_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <string>

namespace clustersim::slurm {
namespace {

using Target = SbatchTarget;
using Text = std::string_view;

void wrong(Target& t, Text value) {
    t.reading.problems.push_back(fmt::format("Invalid {} specification \"{}\"", t.option, value));
}

/// A count of one or more.
std::optional<std::int32_t> count(Target& t, Text value, std::int64_t least = 1) {
    auto const number = digits_only(value);
    if (number && *number >= least && *number <= INT32_MAX)
        return static_cast<std::int32_t>(*number);
    t.reading.problems.push_back(
        fmt::format("Invalid numeric value \"{}\" for {}.", value, t.option));
    return std::nullopt;
}

template <auto Member>
void read_text(Target& t, Text value) {
    t.request.*Member = std::string(value);
}
void read_array_option(Target& t, Text value) {
    t.request.array = value.empty() ? ArrayRequest{} : read_array(std::string(value));
}
void read_dependency_option(Target& t, Text value) {
    t.request.dependency = read_dependency(std::string(value));
}
template <auto Member>
void read_count(Target& t, Text value) {
    if (auto const number = count(t, value)) t.request.*Member = *number;
}
template <auto Member>
void read_size(Target& t, Text value) {
    if (auto const size = parse_megabytes(value))
        t.request.*Member = *size;
    else
        wrong(t, value);
}
template <auto Member>
void set_flag(Target& t, Text) {
    t.request.*Member = true;
}
template <bool Value>
void set_requeue(Target& t, Text) {
    t.request.requeue = Value;
}

void read_nodes(Target& t, Text value) {
    auto const dash = value.find('-');
    auto const least = count(t, value.substr(0, dash));
    auto const most = dash == Text::npos ? least : count(t, value.substr(dash + 1));
    if (!least || !most) return;
    if (*most < *least) {
        t.reading.problems.push_back(
            fmt::format("Maximum node count {} is less than minimum node count {}", *most, *least));
        return;
    }
    t.request.min_nodes = least;
    t.request.max_nodes = most;
}

template <auto Member>
void read_limit(Target& t, Text value) {
    auto const minutes = limit_minutes(value);
    if (!minutes) {
        wrong(t, value);
        return;
    }
    t.request.*Member = *minutes == unlimited_time ? 0 : *minutes;
}

template <auto Member>
void read_instant(Target& t, Text value) {
    if (auto const at = parse_instant(value, t.clock))
        t.request.*Member = *at;
    else
        wrong(t, value);
}

void read_nice(Target& t, Text value) {
    constexpr std::int64_t without_value = 100, most = 2'147'483'645;  // spec 1.1
    Text digits = value;
    bool const negative = take(digits, '-');
    auto const number = value.empty() ? std::optional(without_value) : digits_only(digits);
    if (!number || *number > most) {
        wrong(t, value);
        return;
    }
    t.request.nice = negative ? -*number : *number;
}

/// --exclusive and --oversubscribe set one option: the last one wins.
void read_oversubscribe(Target& t, Text) {
    t.request.oversubscribe = true;
    t.request.exclusive = Exclusive::no;
}

void read_exclusive(Target& t, Text value) {
    t.request.oversubscribe = false;
    if (value.empty())
        t.request.exclusive = Exclusive::whole_nodes;
    else if (value == "user")
        t.request.exclusive = Exclusive::user;
    else if (value == "mcs" || value == "topo")
        t.reading.not_modelled.push_back(fmt::format("--exclusive={}", value));
    else
        wrong(t, value);
}

void read_switches(Target& t, Text value) {
    auto const at = value.find('@');
    auto const switches = count(t, value.substr(0, at));
    if (!switches) return;
    SwitchesRequest request{*switches, std::nullopt};
    if (at != Text::npos) {
        auto const wait = limit_seconds(value.substr(at + 1));
        if (!wait || *wait == unlimited_time) {
            wrong(t, value);
            return;
        }
        request.wait = Seconds{*wait};
    }
    t.request.switches = request;
}

void read_no_kill(Target& t, Text value) {
    if (!value.empty() && value != "off") wrong(t, value);
    t.request.no_kill = value.empty();
}

void read_kill_on_invalid(Target& t, Text value) {
    std::string const word = lower(value);
    if (word != "yes" && word != "no") wrong(t, value);
    t.request.kill_on_invalid_dep = word == "yes";
}

/// Replaces the GRES that the same option gave before.
void replace_gres(Target& t, Text value, GresScope scope, bool gpus) {
    auto parsed = gpus ? parse_gpus(value, scope) : parse_gres(value);
    if (!parsed) {
        wrong(t, value);
        return;
    }
    auto& all = t.request.gres;
    std::erase_if(all, [&](GresRequest const& one) {
        return one.scope == scope && (!gpus || one.name == "gpu");
    });
    all.insert(all.end(), parsed->begin(), parsed->end());
}
void read_gres(Target& t, Text value) {
    replace_gres(t, value, GresScope::per_node, false);
}
template <GresScope Scope>
void read_gpus(Target& t, Text value) {
    replace_gres(t, value, Scope, true);
}
void read_gres_flags(Target& t, Text value) {
    std::string const word = lower(value);
    if (word != "enforce-binding" && word != "disable-binding") wrong(t, value);
    t.request.enforce_gres_binding = word == "enforce-binding";
}

/// -B sockets[:cores[:threads]], '*' for any.
void read_node_info(Target& t, Text value) {
    std::array<std::optional<std::int32_t>*, 3> const into{
        &t.request.sockets_per_node, &t.request.cores_per_socket, &t.request.threads_per_core};
    auto const parts = split(value, ":");
    if (parts.size() > into.size()) {
        wrong(t, value);
        return;
    }
    for (std::size_t i = 0; i < parts.size(); ++i)
        if (parts[i] != "*" && !parts[i].empty()) *into[i] = count(t, parts[i]);
}

void read_core_spec(Target& t, Text value) {
    if (auto const cores = count(t, value, 0)) t.request.core_spec = *cores;
}

/// -m nodes[:sockets[:cores]]: only the sockets part affects which cores a job gets.
void read_distribution(Target& t, Text value) {
    auto const levels = lower(value.substr(0, value.find(',')));
    auto const parts = split(levels, ":");
    t.request.block_distribution = parts.size() > 1 && parts[1] == "block";
}

void read_hint(Target& t, Text value) {
    if (value == "nomultithread")
        t.request.threads_per_core = 1;
    else if (value != "multithread")
        t.reading.not_modelled.push_back(fmt::format("--hint={}", value));
}

/// --tres-per-task=cpu=4,gres/gpu:a100=1 (23.11 writes cpu:4 and gres/gpu:1): the options --cpus-per-task and
/// --gpus-per-task in one.
void read_tres_per_task(Target& t, Text value) {
    constexpr Text gpu_words[] = {"gres/gpu", "gres:gpu"};
    for (Text const one : split(value, ",")) {
        auto const at = one.find_last_of("=:");
        Text const name = one.substr(0, at), amount = at == Text::npos ? "" : one.substr(at + 1);
        auto const* const gpu =
            std::ranges::find_if(gpu_words, [&](Text word) { return name.starts_with(word); });
        if (name == "cpu") {
            read_count<&JobRequest::cpus_per_task>(t, amount);
        } else if (gpu != std::end(gpu_words)) {
            Text const type = name.substr(std::min(gpu->size() + 1, name.size()));
            read_gpus<GresScope::per_task>(
                t, type.empty() ? std::string(amount) : fmt::format("{}:{}", type, amount));
        } else {
            t.reading.not_modelled.push_back(fmt::format("--tres-per-task={}", one));
        }
    }
}

void not_modelled(Target& t, Text) {
    t.reading.not_modelled.emplace_back(t.option);
}

using R = JobRequest;
constexpr auto none = SbatchArgument::none;
constexpr auto required = SbatchArgument::required;
constexpr auto optional = SbatchArgument::optional;

constexpr SbatchOption table[] = {
#include "sim/slurm/request/sbatch_options.inc"
};

}  // namespace

std::span<SbatchOption const> sbatch_options() {
    return table;
}

}  // namespace clustersim::slurm
