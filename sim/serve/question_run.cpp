// SPDX-License-Identifier: Apache-2.0
#include "sim/serve/question_run.hpp"

#include "sim/serve/asked_body.hpp"

#include <fmt/format.h>

#include <utility>

namespace clustersim {
namespace {

/// How often an asker is looked for.
constexpr std::chrono::milliseconds look{100};

}  // namespace

void QuestionRun::give_up() {
    given_up_ = Clock::now();
    out_ += fmt::format("{{\"cancel\":{}}}\n", json_text(id_));
}

std::optional<QuestionRun::End> QuestionRun::step(Hearing const& hearing) {
    if (written_ < out_.size()) {
        auto const more = worker_->write(out_, written_);
        if (!more) return End::ended;
        written_ += *more;
    }
    auto const read = worker_->read_line(line_, look, written_ < out_.size());
    if (read == WorkerProcess::Read::nothing) return std::nullopt;
    if (read == WorkerProcess::Read::ended) return End::ended;
    if (read == WorkerProcess::Read::too_long) return End::unreadable;
    auto event = read_worker_event(line_);
    if (!event) return End::unreadable;
    if (event->id != id_) return std::nullopt;
    begun_ = true;
    heard_ = Clock::now();
    if (event->name == "answer" && event->answer) {
        answer_ = std::move(*event->answer);
        return End::answered;
    }
    if (!given_up_) hearing.hear(*event);
    return std::nullopt;
}

QuestionRun::End QuestionRun::run(Times const& times, Hearing const& hearing) {
    auto const begin = Clock::now();
    heard_ = begin;
    while (true) {
        if (auto const end = step(hearing)) return *end;
        auto const now = Clock::now();
        if (given_up_ && now - *given_up_ >= times.to_cancel) return late_ ? End::late : End::gone;
        if (given_up_) continue;
        late_ = now - begin >= times.whole;
        if (late_ || !hearing.is_there()) {
            give_up();
        } else if (now - heard_ >= times.quiet) {
            heard_ = now;
            hearing.wait_on();
        }
    }
}

}  // namespace clustersim
