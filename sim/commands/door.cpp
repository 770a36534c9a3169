// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/door.hpp"

#include "sim/cli/json_value.hpp"
#include "sim/commands/program.hpp"
#include "sim/core/ascii.hpp"
#include "sim/scenario/kept_inputs.hpp"
#include "sim/study/queue_store.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <optional>
#include <string_view>
#include <utility>

namespace clustersim {
namespace {

/// Commands that answer from replicates, each of which is the same however many follow.
constexpr std::array<std::string_view, 4> with_replicates{"run", "compare", "allocate", "advise"};

/// The replicates of a first answer: the fewest that have a range.
constexpr std::size_t few = 2;

/// Keeps what it is told.
class Collector : public Asker {
  public:
    Collector(Work::Progress replicates, Listener const& listener)
        : replicates_(std::move(replicates)), listener_(&listener) {}

    bool answer(std::string_view bytes) override {
        told_.text += bytes;
        return true;
    }
    void remark(std::string text) override {
        if (auto const line = trimmed(text); !line.empty()) told_.remarks.emplace_back(line);
    }
    void report(Diagnostics const& diagnostics) override { told_.problems.append(diagnostics); }
    [[nodiscard]] bool is_interrupted() const override { return listener_->is_interrupted(); }
    [[nodiscard]] unsigned workers() const override { return listener_->workers; }
    [[nodiscard]] Work::Progress counter(std::string units) override {
        if (!replicates_ && !listener_->progress) return {};
        return [this, units = std::move(units)](std::size_t done, std::size_t all) {
            if (replicates_) replicates_(done, all);
            if (listener_->progress) listener_->progress({units, done, all});
        };
    }
    [[nodiscard]] Work::Progress stage_counter(std::string unit) override {
        if (!listener_->progress) return {};
        return [this, unit = std::move(unit)](std::size_t done, std::size_t all) {
            listener_->progress({unit, done, all});
        };
    }

    Answer told(int exit_code, std::string format) {
        told_.exit_code = exit_code;
        told_.format = std::move(format);
        return std::move(told_);
    }

  private:
    Work::Progress replicates_;
    Listener const* listener_;
    Answer told_;
};

JsonValue plain(JsonValue::Kind kind, std::string text, ConfigNode const& place) {
    return {kind, std::move(text), {}, {}, place};
}

void set(JsonValue& question, std::string const& key, JsonValue value) {
    auto const there = std::ranges::find(
        question.members, key, [](JsonValue::Member const& one) -> std::string const& {
            return one.key.text;
        });
    if (there != question.members.end())
        there->value = std::move(value);
    else
        question.members.push_back(
            {plain(JsonValue::Kind::text, key, question.place), std::move(value)});
}

/// Whether fewer replicates give an earlier answer.
bool may_grow(JsonValue const& question) {
    if (std::ranges::find(with_replicates, named_command(question)) == with_replicates.end())
        return false;
    for (char const* const key : {"precision", "dry-run", "page"})
        if (question.find(key) != nullptr) return false;
    JsonValue const* const given = question.find("replicates");
    return given == nullptr || std::strtod(given->text.c_str(), nullptr) > few;
}

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) {
    return std::chrono::duration<double>(Clock::now() - begin).count();
}

/// Tells how long the whole will take, by what was done since it began, at most once a second.
class TimeOfWhole {
  public:
    TimeOfWhole(std::function<void(double)> tell, double first_seconds)
        : tell_(std::move(tell)), first_(first_seconds) {}

    void hear(std::size_t done, std::size_t all) {
        double const now = seconds_since(begin_);
        if (done == 0 && all > 0 && !last_)
            say(first_ * static_cast<double>(all) / few, now);
        else if (done > 0 && now > last_.value_or(0.0) + 1.0)
            say(first_ + now / static_cast<double>(done) * static_cast<double>(all), now);
    }

  private:
    void say(double whole, double now) {
        last_ = now;
        tell_(whole);
    }

    std::function<void(double)> tell_;
    double first_;
    Clock::time_point begin_ = Clock::now();
    std::optional<double> last_;  ///< when it was told last
};

}  // namespace

Door::Door(DataFolders data, std::size_t kept_bytes)
    : data_(std::move(data)),
      queues_(std::make_unique<QueueStore>(std::max<std::size_t>(kept_bytes >> 20U, 1))) {
    data_.kept = std::make_shared<KeptInputs>();
}

Door::~Door() = default;

Answer Door::ask(Question const& question, Listener const& listener) {
    auto root = read_json(question.text, question.name);
    if (!root) {
        Answer none;
        none.problems = std::move(root.error());
        none.exit_code = static_cast<int>(none.problems.fault());
        return none;
    }
    if (!question.command.empty() && root->find("command") == nullptr)
        set(*root, "command", plain(JsonValue::Kind::text, question.command, root->place));
    std::string const name = named_command(*root);
    auto const answer_to = [&](JsonValue const& asked, Work::Progress replicates) {
        Collector collector(std::move(replicates), listener);
        Program program(collector, data_, {.only = name.substr(0, name.find(' '))});
        program.context().queues = queues_.get();
        std::string format =
            program.ask(asked, {.trust = question.trust, .in_json = question.in_json});
        return collector.told(program.context().exit_code(), std::move(format));
    };
    if (!listener.so_far || !may_grow(*root)) return answer_to(*root, {});
    auto const begun = Clock::now();
    JsonValue small = *root;
    set(small, "replicates", plain(JsonValue::Kind::number, std::to_string(few), root->place));
    Answer so_far = answer_to(small, {});
    if (so_far.exit_code > 1 || listener.is_interrupted()) return so_far;
    listener.so_far(so_far, few);
    if (!listener.estimate) return answer_to(*root, {});
    TimeOfWhole whole(listener.estimate, seconds_since(begun));
    return answer_to(*root, [&](std::size_t done, std::size_t all) { whole.hear(done, all); });
}

}  // namespace clustersim
