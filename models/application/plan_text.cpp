// SPDX-License-Identifier: Apache-2.0
#include "models/application/plan_text.hpp"

#include "models/application/roofline.hpp"
#include "models/machine/accelerator_config.hpp"
#include "sim/core/enum_names.hpp"
#include "sim/core/nearest_name.hpp"
#include "sim/core/quantity_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <vector>

namespace clustersim {
namespace {

using namespace std::string_view_literals;

struct NumberKey {
    std::string_view name;
    int Plan::*value;
};
constexpr std::array numbers{NumberKey{"tp", &Plan::tensor},
                             NumberKey{"pp", &Plan::pipeline},
                             NumberKey{"dp", &Plan::data},
                             NumberKey{"cp", &Plan::context},
                             NumberKey{"ep", &Plan::expert},
                             NumberKey{"vp", &Plan::virtual_stages},
                             NumberKey{"mb", &Plan::micro_batch},
                             NumberKey{"acc", &Plan::accumulation},
                             NumberKey{"shard", &Plan::shard_devices},
                             NumberKey{"lora", &Plan::adapters},
                             NumberKey{"recompute-layers", &Plan::recompute_layers},
                             NumberKey{"recompute-every", &Plan::recompute_every}};
constexpr std::array switches{std::pair{"sp"sv, &Plan::sequence_parallel},
                              std::pair{"ends"sv, &Plan::ends_as_layers},
                              std::pair{"etp"sv, &Plan::tensor_experts},
                              std::pair{"paged"sv, &Plan::paged}};
constexpr std::array stages{std::pair{"0"sv, Sharding::none},
                            std::pair{"1"sv, Sharding::optimizer},
                            std::pair{"2"sv, Sharding::gradients},
                            std::pair{"3"sv, Sharding::parameters}};
constexpr std::array schedules{std::pair{"1f1b"sv, Schedule::one_forward_one_backward},
                               std::pair{"gpipe"sv, Schedule::gpipe}};
constexpr std::array on_off{std::pair{"on"sv, true}, std::pair{"off"sv, false}};

/// Calls `one` for each key with a fixed set of words.
template <class One>
void each_named(One one) {
    one("zero"sv, stages, &Plan::sharding);
    one("recompute"sv, enum_names<Recompute>, &Plan::recompute);
    one("schedule"sv, schedules, &Plan::schedule);
    one("precision"sv, enum_names<Precision>, &Plan::precision);
    one("frozen"sv, enum_names<WeightFormat>, &Plan::frozen);
    one("saved"sv, enum_names<NarrowFormat>, &Plan::saved);
    one("attention"sv, enum_names<NarrowFormat>, &Plan::attention);
}

constexpr std::array all_keys{"tp"sv,
                              "pp"sv,
                              "dp"sv,
                              "cp"sv,
                              "ep"sv,
                              "vp"sv,
                              "mb"sv,
                              "acc"sv,
                              "shard"sv,
                              "lora"sv,
                              "sp"sv,
                              "ends"sv,
                              "etp"sv,
                              "zero"sv,
                              "recompute"sv,
                              "schedule"sv,
                              "precision"sv,
                              "frozen"sv,
                              "saved"sv,
                              "attention"sv,
                              "paged"sv,
                              "recompute-layers"sv,
                              "recompute-every"sv,
                              "bucket"sv,
                              "graphs"sv,
                              "dispatch"sv,
                              "router"sv};
/// Say how numbers are stored and computed, not how the work is spread over devices.
constexpr std::array beside_layout{"precision"sv,
                                   "lora"sv,
                                   "frozen"sv,
                                   "saved"sv,
                                   "attention"sv,
                                   "paged"sv,
                                   "bucket"sv,
                                   "graphs"sv,
                                   "dispatch"sv,
                                   "router"sv};

std::vector<std::string> texts_of(auto const& names) {
    std::vector<std::string> texts;
    for (auto const& [name, unused] : names) texts.emplace_back(name);
    return texts;
}

void take_number(std::string_view key, std::string_view text, int& value, Diagnostics& problems) {
    int number = 0;
    auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    bool const whole = error == std::errc{} && end == text.data() + text.size();
    if (whole && number >= 1 && number <= 1'000'000) {
        value = number;
        return;
    }
    bool const rank = key == "lora";
    problems.add(problem(Code::out_of_range,
                         fmt::format("{}={}: {}not a whole number from 1 to a million",
                                     key,
                                     text,
                                     rank ? "the rank of adapters is " : ""),
                         rank ? "lora=16, or leave it out: then all weights are trained"
                              : fmt::format("{}=1, {}=2, …", key, key)));
}

template <class Names, class Value>
void take_name(std::string_view key,
               std::string_view text,
               Names const& names,
               Value& value,
               Diagnostics& problems) {
    for (auto const& [name, meant] : names) {
        if (name == text) {
            value = meant;
            return;
        }
    }
    problems.add(problem(Code::unknown_name,
                         fmt::format("{}={}: no such {}", key, text, key),
                         did_you_mean(std::string(text), texts_of(names))));
}

void take(std::string_view key,
          std::string_view text,
          PlanChanges& changes,
          Diagnostics& problems) {
    Plan& plan = changes.plan;
    for (NumberKey const& each : numbers)
        if (each.name == key) take_number(key, text, plan.*each.value, problems);
    for (auto const& [name, value] : switches)
        if (name == key) take_name(key, text, on_off, plan.*value, problems);
    each_named([&](std::string_view name, auto const& words, auto member) {
        if (name == key) take_name(key, text, words, plan.*member, problems);
    });
    if (key == "graphs") take_name(key, text, enum_names<Graphs>, plan.host.graphs, problems);
    if (key == "dispatch") take_name(key, text, enum_names<Dispatch>, plan.host.dispatch, problems);
    if (key == "router") take_name(key, text, enum_names<ExpertRouter>, plan.host.router, problems);
    if (key != "bucket") return;
    if (auto const bucket = read_bucket(text))
        plan.bucket = *bucket;
    else
        problems.add(problem(Code::out_of_range,
                             fmt::format("bucket={}: {}", text, bucket.error()),
                             "bucket=40e6 gradients, or their size: bucket=25MiB"));
}

}  // namespace

tl::expected<BucketSize, std::string> read_bucket(std::string_view text) {
    constexpr double most = 1e12;
    double number = 0.0;
    auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    bool const plain = error == std::errc{} && end == text.data() + text.size();
    BucketSize bucket;
    if (plain) {
        bucket.gradients = number;
    } else {
        auto const size = parse_quantity(text, Dimension::data);
        if (!size) return tl::unexpected(size.error());
        bucket.size = bytes(*size);
    }
    double const given = bucket.gradients + bucket.size.si();
    if (given >= 1.0 && given <= most) return bucket;
    return tl::unexpected(std::string("at least 1 and at most 1e12"));
}

std::string written_bucket(BucketSize const& bucket) {
    return bucket.gradients > 0.0 ? fmt::format("{:.15g}", bucket.gradients)
                                  : fmt::format("{:.15g}B", bucket.size.si());
}

bool PlanChanges::has(std::string_view key) const {
    return std::ranges::find(given, key) != given.end();
}

bool PlanChanges::lays_out() const {
    return std::ranges::any_of(
        given,
        [](std::string_view key) {
            return std::ranges::find(beside_layout, key) == beside_layout.end();
        });
}

Plan PlanChanges::over(Plan base) const {
    for (NumberKey const& each : numbers)
        if (has(each.name)) base.*each.value = plan.*each.value;
    for (auto const& [name, value] : switches)
        if (has(name)) base.*value = plan.*value;
    each_named([&](std::string_view name, auto const&, auto member) {
        if (has(name)) base.*member = plan.*member;
    });
    if (has("bucket")) base.bucket = plan.bucket;
    base.host = plan.host.over(base.host);
    return base;
}

Result<PlanChanges> read_plan(std::string_view text) {
    PlanChanges changes;
    changes.text = text;
    Diagnostics problems;
    while (!text.empty()) {
        std::string_view const part = text.substr(0, text.find(','));
        text.remove_prefix(std::min(text.size(), part.size() + 1));
        if (part.empty()) continue;
        std::size_t const equals = part.find('=');
        std::string_view const key = part.substr(0, equals);
        auto const known = std::ranges::find(all_keys, key);
        if (known == all_keys.end() || equals == std::string_view::npos) {
            std::vector<std::string> const names(all_keys.begin(), all_keys.end());
            problems.add(problem(Code::unknown_name,
                                 fmt::format("a plan has no part \"{}\"", part),
                                 known == all_keys.end() ? did_you_mean(std::string(key), names)
                                                         : fmt::format("{}=VALUE", key)));
            continue;
        }
        if (changes.has(*known)) {
            problems.add(problem(Code::inconsistent, fmt::format("{} is given twice", key)));
            continue;
        }
        changes.given.push_back(*known);
        take(key, part.substr(equals + 1), changes, problems);
    }
    if (problems.has_errors()) return failure(std::move(problems));
    return changes;
}

std::string written_plan(Plan const& plan) {
    return written_plan(plan, Plan{});
}

std::string written_plan(Plan const& plan, Plan const& over) {
    std::string out;
    auto const add = [&](std::string_view key, auto const& value) {
        out += fmt::format("{}{}={}", out.empty() ? "" : ",", key, value);
    };
    Plan const usual;
    for (NumberKey const& each : numbers) {
        bool const always = each.name == "tp" || each.name == "pp" || each.name == "dp" ||
                            each.name == "mb" || each.name == "acc";
        if (always || plan.*each.value != usual.*each.value) add(each.name, plan.*each.value);
    }
    if (plan.sharding != Sharding::none || over.sharding != Sharding::none)
        add("zero", static_cast<int>(plan.sharding));
    if (plan.recompute != Recompute::none || over.recompute != Recompute::none)
        add("recompute", enum_name(plan.recompute));
    if (plan.schedule == Schedule::gpipe) add("schedule", "gpipe");
    if (plan.tensor > 1 && !(plan.sequence_parallel && over.sequence_parallel))
        add("sp", plan.sequence_parallel ? "on" : "off");
    if (plan.ends_as_layers || over.ends_as_layers) add("ends", plan.ends_as_layers ? "on" : "off");
    if (plan.tensor > 1 && !(plan.tensor_experts && over.tensor_experts))
        add("etp", plan.tensor_experts ? "on" : "off");
    if (plan.frozen != over.frozen) add("frozen", enum_name(plan.frozen));
    if (plan.saved != over.saved) add("saved", enum_name(plan.saved));
    if (plan.attention != over.attention) add("attention", enum_name(plan.attention));
    if (plan.paged != over.paged) add("paged", plan.paged ? "on" : "off");
    if (plan.bucket != over.bucket && plan.bucket.given())
        add("bucket", written_bucket(plan.bucket));
    if (plan.host.graphs != Graphs::usual) add("graphs", enum_name(plan.host.graphs));
    if (plan.host.dispatch != Dispatch::usual) add("dispatch", enum_name(plan.host.dispatch));
    if (plan.host.router != ExpertRouter::usual) add("router", enum_name(plan.host.router));
    return out;
}

}  // namespace clustersim
