// SPDX-License-Identifier: Apache-2.0
#include "tests/conformance/player/sbatch_words.hpp"

#include "sim/sched/slurm/conf/conf_reading.hpp"
#include "sim/sched/slurm/site/limit_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <string_view>
#include <vector>

namespace clustersim::slurm::conformance {

namespace {

/// What an option does with its text; false: the text is wrong.
using Setter = bool (*)(JobRequest&, std::string const&);

struct Option {
    char letter;  ///< 0: none
    std::string_view name;
    enum class Value { needed, maybe, none } value;
    Setter set;
};

template <class Integer>
bool number(std::string_view text, Integer& target) {
    auto const [stop, error] = std::from_chars(text.data(), text.data() + text.size(), target);
    return error == std::errc{} && stop == text.data() + text.size();
}

template <auto Member>
bool count(JobRequest& r, std::string const& text) {
    return number(text, (r.*Member).emplace());
}
template <auto Member>
bool words(JobRequest& r, std::string const& text) {
    r.*Member = text;
    return true;
}
template <auto Member>
bool flag(JobRequest& r, std::string const& /*text*/) {
    r.*Member = true;
    return true;
}
template <auto Member>
bool limit(JobRequest& r, std::string const& text) {
    auto const minutes = limit_minutes(text);
    r.*Member = minutes == unlimited_time ? 0 : minutes.value_or(0);
    return minutes.has_value();
}

/// An amount of memory: megabytes unless a suffix says otherwise.
template <auto Member>
bool memory(JobRequest& r, std::string const& text) {
    std::int64_t amount = 0;
    bool const suffixed = !text.empty() && std::isalpha(static_cast<unsigned char>(text.back()));
    if (!number(std::string_view(text).substr(0, text.size() - (suffixed ? 1 : 0)), amount)) {
        return false;
    }
    switch (suffixed ? std::toupper(static_cast<unsigned char>(text.back())) : 'M') {
        case 'K': amount = (amount + 1023) / 1024; break;
        case 'M': break;
        case 'G': amount *= 1024; break;
        case 'T': amount *= 1024 * 1024; break;
        default: return false;
    }
    r.*Member = amount;
    return true;
}

bool add_gres(JobRequest& r, std::string_view text, GresScope scope, bool named) {
    for (std::string item : split_list(text)) {
        if (item.starts_with("gres:") || item.starts_with("gres/")) item.erase(0, 5);
        auto parts = split_list(item, ":");
        GresRequest gres;
        gres.scope = scope;
        if (named) {
            gres.name = parts.front();
            parts.erase(parts.begin());
        }
        if (!parts.empty()) {
            if (auto const amount = scaled_integer(parts.back())) {
                gres.count = *amount;
                parts.pop_back();
            }
        }
        if (!parts.empty()) gres.type = parts.front();
        if (parts.size() > 1) return false;
        r.gres.push_back(std::move(gres));
    }
    return true;
}
template <GresScope Scope, bool Named>
bool gres(JobRequest& r, std::string const& text) {
    return add_gres(r, text, Scope, Named);
}

bool nodes(JobRequest& r, std::string const& text) {
    auto const dash = text.find('-');
    if (!number(std::string_view(text).substr(0, dash), r.min_nodes.emplace())) return false;
    if (dash == std::string::npos) {
        r.max_nodes = r.min_nodes;
        return true;
    }
    return number(std::string_view(text).substr(dash + 1), r.max_nodes.emplace());
}

bool instant(std::string_view text, std::optional<Instant>& target) {
    // The caller writes instants of the recording as seconds from its beginning.
    if (!text.starts_with("t+")) return false;
    return number(text.substr(2), target.emplace().since_origin);
}

bool exclusive(JobRequest& r, std::string const& text) {
    r.exclusive = text == "user" ? Exclusive::user : Exclusive::whole_nodes;
    return text.empty() || text == "user";
}

bool switches(JobRequest& r, std::string const& text) {
    auto const at = text.find('@');
    if (at != std::string::npos) {
        auto const wait = limit_seconds(text.substr(at + 1));
        if (!wait) return false;
        r.switches.wait = Seconds{*wait};
    }
    return number(std::string_view(text).substr(0, at), r.switches.count);
}

bool kill_on_invalid(JobRequest& r, std::string const& text) {
    r.kill_on_invalid_dep = text == "yes";
    return text == "yes" || text == "no";
}

bool nice(JobRequest& r, std::string const& text) {
    r.nice = 100;
    return text.empty() || number(text, r.nice);
}

bool distribution(JobRequest& r, std::string const& text) {
    auto const colon = text.find(':');
    r.block_distribution = colon != std::string::npos && text.substr(colon + 1, 5) == "block";
    return true;
}

bool nothing(JobRequest& /*request*/, std::string const& /*text*/) {
    return true;
}

using V = Option::Value;
using R = JobRequest;

constexpr Option options[] = {
    {'A', "account", V::needed, words<&R::account>},
    {'p', "partition", V::needed, words<&R::partition>},
    {'q', "qos", V::needed, words<&R::qos>},
    {'J', "job-name", V::needed, words<&R::name>},
    {0, "uid", V::needed, words<&R::user>},
    {'N', "nodes", V::needed, nodes},
    {'n', "ntasks", V::needed, count<&R::ntasks>},
    {0, "ntasks-per-node", V::needed, count<&R::ntasks_per_node>},
    {0, "ntasks-per-socket", V::needed, count<&R::ntasks_per_socket>},
    {0, "ntasks-per-core", V::needed, count<&R::ntasks_per_core>},
    {0, "ntasks-per-gpu", V::needed, count<&R::ntasks_per_gpu>},
    {'c', "cpus-per-task", V::needed, count<&R::cpus_per_task>},
    {0, "cpus-per-gpu", V::needed, count<&R::cpus_per_gpu>},
    {0, "mincpus", V::needed, count<&R::min_cpus_per_node>},
    {0, "sockets-per-node", V::needed, count<&R::sockets_per_node>},
    {0, "cores-per-socket", V::needed, count<&R::cores_per_socket>},
    {0, "threads-per-core", V::needed, count<&R::threads_per_core>},
    {'S', "core-spec", V::needed, count<&R::core_spec>},
    {0, "mem", V::needed, memory<&R::mem_per_node_mb>},
    {0, "mem-per-cpu", V::needed, memory<&R::mem_per_cpu_mb>},
    {0, "mem-per-gpu", V::needed, memory<&R::mem_per_gpu_mb>},
    {0, "tmp", V::needed, memory<&R::tmp_disk_mb>},
    {'G', "gpus", V::needed, gres<GresScope::per_job, false>},
    {0, "gpus-per-node", V::needed, gres<GresScope::per_node, false>},
    {0, "gpus-per-task", V::needed, gres<GresScope::per_task, false>},
    {0, "gpus-per-socket", V::needed, gres<GresScope::per_socket, false>},
    {0, "gres", V::needed, gres<GresScope::per_node, true>},
    {0,
     "gres-flags",
     V::needed,
     [](R& r, std::string const& text) {
         r.enforce_gres_binding = text == "enforce-binding";
         return true;
     }},
    {'t', "time", V::needed, limit<&R::time_minutes>},
    {0, "time-min", V::needed, limit<&R::time_min_minutes>},
    {'b', "begin", V::needed, [](R& r, std::string const& text) { return instant(text, r.begin); }},
    {0,
     "deadline",
     V::needed,
     [](R& r, std::string const& text) { return instant(text, r.deadline); }},
    {0, "nice", V::maybe, nice},
    {'H', "hold", V::none, flag<&R::hold>},
    {0, "exclusive", V::maybe, exclusive},
    {'s', "oversubscribe", V::none, flag<&R::oversubscribe>},
    {0, "contiguous", V::none, flag<&R::contiguous>},
    {0, "spread-job", V::none, flag<&R::spread>},
    {0, "use-min-nodes", V::none, flag<&R::use_min_nodes>},
    {0, "switches", V::needed, switches},
    {'w', "nodelist", V::needed, words<&R::node_list>},
    {'x', "exclude", V::needed, words<&R::exclude_list>},
    {'C', "constraint", V::needed, words<&R::constraint>},
    {0, "prefer", V::needed, words<&R::prefer>},
    {'d', "dependency", V::needed, words<&R::dependency>},
    {0, "kill-on-invalid-dep", V::needed, kill_on_invalid},
    {'a', "array", V::needed, words<&R::array>},
    {'L', "licenses", V::needed, words<&R::licenses>},
    {0, "reservation", V::needed, words<&R::reservation>},
    {0, "requeue", V::none, [](R& r, std::string const&) { return r.requeue.emplace(true); }},
    {0,
     "no-requeue",
     V::none,
     [](R& r, std::string const&) {
         r.requeue = false;
         return true;
     }},
    {'k', "no-kill", V::maybe, flag<&R::no_kill>},
    {'m', "distribution", V::needed, distribution},
    {0, "comment", V::needed, nothing},
    {'o', "output", V::needed, nothing},
    {'e', "error", V::needed, nothing},
    {0, "parsable", V::none, nothing},
};

}  // namespace

std::optional<std::string> read_sbatch(std::span<std::string const> given, JobRequest& request) {
    for (std::size_t i = 0; i < given.size(); ++i) {
        std::string const& word = given[i];
        bool const is_long = word.starts_with("--");
        auto const equals = is_long ? word.find('=') : std::string::npos;
        auto const name = is_long ? word.substr(2, equals - 2) : std::string();
        auto const option = std::ranges::find_if(options, [&](Option const& one) {
            return is_long ? one.name == name
                           : word.size() > 1 && word[0] == '-' && one.letter == word[1];
        });
        if (option == std::end(options)) {
            return fmt::format("sbatch: unrecognized option '{}'", word);
        }
        std::string value;
        bool has_value = equals != std::string::npos;
        if (has_value) {
            value = word.substr(equals + 1);
        } else if (!is_long && word.size() > 2) {
            value = word.substr(2);
            has_value = true;
        }
        if (!has_value && option->value == Option::Value::needed) {
            if (i + 1 == given.size()) return fmt::format("sbatch: '{}' needs a value", word);
            value = given[++i];
        }
        if (!option->set(request, value)) {
            return fmt::format("sbatch: error: Invalid {} specification", option->name);
        }
    }
    int const memories = int{request.mem_per_node_mb.has_value()} +
                         int{request.mem_per_cpu_mb.has_value()} +
                         int{request.mem_per_gpu_mb.has_value()};
    if (memories > 1) {
        return "sbatch: fatal: --mem, --mem-per-cpu, and --mem-per-gpu are mutually exclusive.";
    }
    if (request.max_nodes && *request.max_nodes < request.min_nodes.value_or(1)) {
        return fmt::format(
            "sbatch: error: Maximum node count {} is less than minimum node count {}",
            *request.max_nodes,
            *request.min_nodes);
    }
    return std::nullopt;
}

}  // namespace clustersim::slurm::conformance
