// SPDX-License-Identifier: Apache-2.0
#include "tests/conformance/player/admin_words.hpp"

#include "sim/slurm/read/conf/conf_lines.hpp"
#include "sim/slurm/site/limit_text.hpp"
#include "tests/conformance/player/reservation_words.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>
#include <vector>

namespace clustersim::slurm::conformance {

namespace {

using Words = std::span<std::string const>;
using Answer = tl::expected<AdminCommand, std::string>;

tl::unexpected<std::string> not_understood(std::string const& word) {
    return tl::unexpected("cannot read the word " + word);
}

template <class Integer>
bool number(std::string_view text, Integer& target) {
    auto const [stop, error] = std::from_chars(text.data(), text.data() + text.size(), target);
    return error == std::errc{} && stop == text.data() + text.size();
}

struct Pair {
    std::string key, value;
};
std::vector<Pair> pairs_of(Words words) {
    std::vector<Pair> pairs;
    for (std::string const& word : words) {
        auto const equals = word.find('=');
        pairs.push_back(
            {word.substr(0, equals), equals == std::string::npos ? "" : word.substr(equals + 1)});
        std::ranges::transform(pairs.back().key, pairs.back().key.begin(), [](unsigned char c) {
            return static_cast<char>(std::tolower(c));
        });
    }
    return pairs;
}

/// Parses "12", "12_3", "12_[1-3,5]" and lists of them.
bool read_jobs(std::string const& text, std::vector<JobRef>& jobs) {
    for (std::string const& item : split_list(text)) {
        auto const bar = item.find('_');
        JobRef job;
        if (!number(std::string_view(item).substr(0, bar), job.id)) return false;
        if (bar == std::string::npos) {
            jobs.push_back(job);
            continue;
        }
        auto const tasks = std::string_view(item).substr(bar + 1);
        auto const inner = tasks.starts_with('[') ? tasks.substr(1, tasks.size() - 2) : tasks;
        auto const dash = inner.find('-');
        std::int32_t low = 0;
        std::int32_t high = 0;
        if (!number(inner.substr(0, dash), low)) return false;
        high = low;
        if (dash != std::string_view::npos && !number(inner.substr(dash + 1), high)) return false;
        for (auto task = low; task <= high; ++task) {
            job.task = task;
            jobs.push_back(job);
        }
    }
    return true;
}

Answer node_update(std::vector<Pair> const& pairs, Site const& site) {
    static constexpr std::pair<std::string_view, NodeStateChange> states[] = {
        {"DOWN", NodeStateChange::down},
        {"DRAIN", NodeStateChange::drain},
        {"UNDRAIN", NodeStateChange::undrain},
        {"FAIL", NodeStateChange::fail},
        {"RESUME", NodeStateChange::resume},
        {"IDLE", NodeStateChange::idle},
    };
    NodeUpdate update;
    for (Pair const& pair : pairs) {
        if (pair.key == "nodename") {
            auto nodes = node_indices_of(pair.value, site);
            if (!nodes) return not_understood(pair.value);
            update.nodes = std::move(*nodes);
        } else if (pair.key == "state") {
            auto const found = std::ranges::find_if(
                states, [&](auto const& one) { return same_word(one.first, pair.value); });
            if (found == std::end(states)) return not_understood(pair.value);
            update.state = found->second;
        } else if (pair.key == "reason") {
            update.reason = pair.value;
        } else if (pair.key != "weight" || !number(pair.value, update.weight.emplace())) {
            return not_understood(pair.key);
        }
    }
    return update;
}

Answer partition_update(std::vector<Pair> const& pairs, Site const& site) {
    static constexpr std::pair<std::string_view, PartitionState> states[] = {
        {"UP", PartitionState::up},
        {"DOWN", PartitionState::down},
        {"DRAIN", PartitionState::drain},
        {"INACTIVE", PartitionState::inactive},
    };
    PartitionUpdate update;
    for (Pair const& pair : pairs) {
        if (pair.key == "partitionname") {
            auto const found = site.find_partition(pair.value);
            if (!found) return not_understood(pair.value);
            update.partition = *found;
        } else if (pair.key == "state") {
            auto const found = std::ranges::find_if(
                states, [&](auto const& one) { return same_word(one.first, pair.value); });
            if (found == std::end(states)) return not_understood(pair.value);
            update.state = found->second;
        } else if (pair.key == "maxtime") {
            update.max_minutes = limit_minutes(pair.value);
            if (!update.max_minutes) return not_understood(pair.value);
        } else if (pair.key == "nodes") {
            update.nodes = node_indices_of(pair.value, site);
            if (!update.nodes) return not_understood(pair.value);
        } else if (!(pair.key == "prioritytier" &&
                     number(pair.value, update.priority_tier.emplace())) &&
                   !(pair.key == "priorityjobfactor" &&
                     number(pair.value, update.priority_job_factor.emplace()))) {
            return not_understood(pair.key);
        }
    }
    return update;
}

bool set_job_word(JobUpdate& update, Pair const& pair, Instant now) {
    static constexpr std::pair<std::string_view, std::optional<std::string> JobUpdate::*> texts[] =
        {
            {"partition", &JobUpdate::partition},
            {"qos", &JobUpdate::qos},
            {"account", &JobUpdate::account},
            {"features", &JobUpdate::features},
            {"reservation", &JobUpdate::reservation},
            {"reservationname", &JobUpdate::reservation},
            {"name", &JobUpdate::name},
            {"jobname", &JobUpdate::name},
        };
    for (auto const& [key, member] : texts) {
        if (pair.key == key) {
            update.*member = pair.value;
            return true;
        }
    }
    if (pair.key == "dependency") {
        update.dependency = read_dependency(pair.value);
        return true;
    }
    if (pair.key == "jobid" || pair.key == "job") return read_jobs(pair.value, update.jobs);
    if (pair.key == "timelimit" || pair.key == "timemin") {
        auto minutes = limit_minutes(pair.value);
        if (minutes == unlimited_time) minutes = 0;
        (pair.key == "timelimit" ? update.time_minutes : update.time_min_minutes) = minutes;
        return minutes.has_value();
    }
    if (pair.key == "priority") return number(pair.value, update.priority.emplace());
    if (pair.key == "nice") return number(pair.value, update.nice.emplace());
    if (pair.key == "arraytaskthrottle") return number(pair.value, update.array_limit.emplace());
    if (pair.key == "numnodes") {
        auto const dash = pair.value.find('-');
        auto const text = std::string_view(pair.value);
        if (!number(text.substr(0, dash), update.min_nodes.emplace())) return false;
        if (dash == std::string::npos) {
            update.max_nodes = update.min_nodes;
            return true;
        }
        return number(text.substr(dash + 1), update.max_nodes.emplace());
    }
    if (pair.key == "starttime") return (update.begin = read_instant(pair.value, now)).has_value();
    if (pair.key == "deadline")
        return (update.deadline = read_instant(pair.value, now)).has_value();
    return false;
}

Answer job_update(std::vector<Pair> const& pairs, Instant now) {
    JobUpdate update;
    for (Pair const& pair : pairs)
        if (!set_job_word(update, pair, now)) return not_understood(pair.key);
    return update;
}

Answer cancel(Words words) {
    JobCancel command;
    command.by = "0";
    static constexpr std::pair<std::string_view, std::string JobCancel::*> filters[] = {
        {"-u", &JobCancel::user},
        {"--user", &JobCancel::user},
        {"-A", &JobCancel::account},
        {"--account", &JobCancel::account},
        {"-p", &JobCancel::partition},
        {"--partition", &JobCancel::partition},
        {"-q", &JobCancel::qos},
        {"--qos", &JobCancel::qos},
        {"-n", &JobCancel::name},
        {"--name", &JobCancel::name},
        {"-R", &JobCancel::reservation},
        {"--reservation", &JobCancel::reservation},
    };
    for (std::size_t i = 0; i < words.size(); ++i) {
        std::string const& word = words[i];
        if (!word.starts_with('-')) {
            if (!read_jobs(word, command.jobs)) return not_understood(word);
            continue;
        }
        auto const equals = word.find('=');
        auto const name = word.substr(0, equals);
        bool const inline_value = equals != std::string::npos;
        if (!inline_value && i + 1 == words.size()) return not_understood(word);
        std::string const value = inline_value ? word.substr(equals + 1) : words[++i];
        auto const filter =
            std::ranges::find(filters, name, [](auto const& one) { return one.first; });
        if (filter != std::end(filters)) {
            command.*(filter->second) = value;
        } else if (name == "-t" || name == "--state") {
            bool const pending = same_word(value, "PENDING") || same_word(value, "PD");
            bool const running = same_word(value, "RUNNING") || same_word(value, "R");
            bool const suspended = same_word(value, "SUSPENDED") || same_word(value, "S");
            if (!pending && !running && !suspended) return not_understood(value);
            command.state = pending   ? JobState::pending
                            : running ? JobState::running
                                      : JobState::suspended;
        } else {
            return not_understood(word);
        }
    }
    return command;
}

template <class Command>
Answer on_jobs(Words words, Command command) {
    for (std::string const& word : words)
        if (!read_jobs(word, command.jobs)) return not_understood(word);
    return command;
}

Answer control(Words words, Site const& site, Instant now) {
    std::string const& verb = words.front();
    Words const rest = words.subspan(1);
    if (same_word(verb, "hold")) return on_jobs(rest, JobHold{});
    if (same_word(verb, "uhold")) return on_jobs(rest, JobHold{{}, true});
    if (same_word(verb, "release")) return on_jobs(rest, JobRelease{});
    if (same_word(verb, "requeue")) return on_jobs(rest, JobRequeue{});
    if (same_word(verb, "requeuehold")) return on_jobs(rest, JobRequeue{{}, true});
    if (same_word(verb, "suspend")) return on_jobs(rest, JobSuspend{});
    if (same_word(verb, "resume")) return on_jobs(rest, JobResume{});
    if (rest.empty()) return not_understood(verb);
    auto const pairs = pairs_of(rest);
    auto const& subject = pairs.front();
    if (same_word(verb, "update")) {
        if (subject.key == "nodename") return node_update(pairs, site);
        if (subject.key == "partitionname") return partition_update(pairs, site);
        if (subject.key == "jobid" || subject.key == "job") return job_update(pairs, now);
    }
    bool const bare = subject.key == "reservation" && rest.front().find('=') == std::string::npos;
    if (same_word(verb, "create")) {
        auto made = read_reservation(bare ? rest.subspan(1) : rest, site, now);
        if (!made) return tl::unexpected(made.error());
        return ReservationCreate{std::move(*made)};
    }
    if (same_word(verb, "delete")) {
        auto const& named = bare && pairs.size() > 1 ? pairs[1] : subject;
        return ReservationDelete{named.value.empty() ? rest.back() : named.value};
    }
    return not_understood(verb);
}

}  // namespace

tl::expected<AdminCommand, std::string>
read_admin(std::span<std::string const> words, Site const& site, Instant now) {
    if (words.size() < 2) return tl::unexpected(std::string("an empty command"));
    if (words.front() == "scancel") return cancel(words.subspan(1));
    if (words.front() == "scontrol") return control(words.subspan(1), site, now);
    return not_understood(words.front());
}

}  // namespace clustersim::slurm::conformance
