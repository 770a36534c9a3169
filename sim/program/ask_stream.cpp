// SPDX-License-Identifier: Apache-2.0
#include "sim/program/ask_stream.hpp"

#include "sim/cli/command.hpp"
#include "sim/cli/confined_process.hpp"
#include "sim/commands/answer_json.hpp"
#include "sim/commands/door.hpp"
#include "sim/core/input_file.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <fcntl.h>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <unistd.h>
#include <utility>

namespace clustersim {
namespace {

/// A question is passed on in the order in which it was written.
using json = nlohmann::ordered_json;

/// A question of the stream, and how its asker wants to hear.
struct StreamedQuestion {
    std::string id;
    Question question;
    unsigned workers = 0;
    bool so_far = false;
    std::string wrong;  ///< why the line is no question; empty if it is one
    std::shared_ptr<std::atomic<bool>> cancelled = std::make_shared<std::atomic<bool>>(false);
};

constexpr std::array<std::string_view, 7> keys_of_line{
    "id", "question", "command", "foreign", "workers", "so_far", "in_json"};

/// Why a line is no question; empty if it is one.
std::string wrong_line(json const& line) {
    if (!line.is_object() || !line.contains("question"))
        return R"(a line is {"id": "1", "question": {…}} or {"cancel": "1"})";
    if (line.contains("id") && !line["id"].is_string()) return R"(`id` is no text: "1")";
    for (auto const& [key, value] : line.items())
        if (std::ranges::find(keys_of_line, key) == keys_of_line.end())
            return fmt::format(
                "a line has no key \"{}\" (known: {})", key, fmt::join(keys_of_line, ", "));
    return {};
}

/// What the lines say. A question may be an object, or a text, whose lines and columns the messages then have.
StreamedQuestion question_of(json const& line, bool confined) {
    StreamedQuestion asked;
    auto const text = [&](char const* key) {
        return line.contains(key) && line[key].is_string() ? line[key].get<std::string>()
                                                           : std::string();
    };
    auto const flag = [&](char const* key) {
        return line.contains(key) && line[key].is_boolean() && line[key].get<bool>();
    };
    asked.id = text("id");
    asked.wrong = wrong_line(line);
    if (!asked.wrong.empty()) return asked;
    json const& question = line["question"];
    asked.question = {.text = question.is_string()
                                  ? question.get<std::string>()
                                  : question.dump(-1, ' ', false, json::error_handler_t::replace),
                      .command = text("command"),
                      .trust = confined          ? Trust::confined
                               : flag("foreign") ? Trust::foreign
                                                 : Trust::own,
                      .in_json = flag("in_json")};
    if (line.contains("workers") && line["workers"].is_number_unsigned())
        asked.workers = std::min(line["workers"].get<unsigned>(), 1024U);
    asked.so_far = flag("so_far");
    return asked;
}

/// The questions that wait, filled by a thread that reads.
class Inbox {
  public:
    explicit Inbox(bool confined) : confined_(confined) {}

    /// Reads to the end of the stream.
    void read(std::FILE* stream) {
        char* line = nullptr;
        std::size_t room = 0;
        for (ssize_t length = 0; (length = getline(&line, &room, stream)) >= 0;)
            take(std::string_view(line, static_cast<std::size_t>(length)));
        std::free(line);
        std::lock_guard const lock(mutex_);
        ended_ = true;
        news_.notify_one();
    }

    /// Nothing at the end.
    std::optional<StreamedQuestion> next() {
        std::unique_lock lock(mutex_);
        current_.reset();
        news_.wait(lock, [&] { return ended_ || !waiting_.empty(); });
        if (waiting_.empty()) return std::nullopt;
        StreamedQuestion asked = std::move(waiting_.front());
        waiting_.pop_front();
        current_ = asked;
        return asked;
    }

  private:
    void take(std::string_view text) {
        if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) return;
        json const line = json::parse(text, nullptr, /*allow_exceptions=*/false);
        std::lock_guard const lock(mutex_);
        if (line.is_object() && line.contains("cancel")) return cancel(line["cancel"]);
        waiting_.push_back(question_of(line, confined_));
        news_.notify_one();
    }

    void cancel(json const& id) {
        if (!id.is_string()) return;
        auto const name = id.get<std::string>();
        for (StreamedQuestion& one : waiting_)
            if (one.id == name) *one.cancelled = true;
        if (current_ && current_->id == name) *current_->cancelled = true;
    }

    bool confined_;
    std::mutex mutex_;
    std::condition_variable news_;
    std::deque<StreamedQuestion> waiting_;
    std::optional<StreamedQuestion> current_;
    bool ended_ = false;
};

/// Standard input, which no reader of files can find any more.
std::FILE* take_stdin() {
    int const own = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3);
    if (int const nothing = open("/dev/null", O_RDONLY | O_CLOEXEC); nothing >= 0) {
        dup2(nothing, STDIN_FILENO);
        close(nothing);
    }
    return own < 0 ? nullptr : fdopen(own, "r");
}

Answer refused(std::string message) {
    Answer none;
    none.exit_code = static_cast<int>(Fault::usage);
    none.problems.add(problem(Code::wrong_usage, std::move(message)));
    return none;
}

Answer interrupted() {
    Answer none;
    none.exit_code = 130;
    return none;
}

/// Answers one question; whatever goes wrong is its answer.
void answer_to(StreamedQuestion const& asked, Door& door, CommandContext& context) {
    auto const say = [&](std::string const& event) {
        context.print_bytes(
            fmt::format("{{\"id\":{},{}\n", json(asked.id).dump(), event.substr(1)));
    };
    Work const work = context.work(asked.workers);
    Listener listener{.workers = work.workers,
                      .interrupted = [cancelled = asked.cancelled,
                                      outer = work.interrupted] { return *cancelled || outer(); },
                      .progress = [&](Progress const& progress) { say(progress_json(progress)); }};
    if (asked.so_far) {
        listener.so_far = [&](Answer const& answer, std::size_t replicates) {
            say(so_far_json(answer, replicates));
        };
        listener.estimate = [&](double seconds) { say(estimate_json(seconds)); };
    }
    Answer const answer = !asked.wrong.empty() ? refused(asked.wrong)
                          : *asked.cancelled   ? interrupted()
                                               : door.ask(asked.question, listener);
    say(last_json(answer));
}

}  // namespace

void answer_stream(AskedStream const& stream, CommandContext& context) {
    std::FILE* const input = take_stdin();
    if (stream.confined) confine_to_data(context);
    Door door(context.data);
    Inbox inbox(stream.confined);
    if (input == nullptr) return context.report(cannot_read("<stdin>", "it is closed"));
    std::jthread const reader([&] {
        inbox.read(input);
        std::fclose(input);
    });
    while (auto const asked = inbox.next()) answer_to(*asked, door, context);
}

}  // namespace clustersim
