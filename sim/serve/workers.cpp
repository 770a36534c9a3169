// SPDX-License-Identifier: Apache-2.0
#include "sim/serve/workers.hpp"

#include "sim/core/diagnostic.hpp"
#include "sim/serve/asked_body.hpp"
#include "sim/serve/http_status.hpp"
#include "sim/serve/question_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <system_error>
#include <utility>

namespace clustersim {
namespace {

/// How often an asker that waits is looked for.
constexpr std::chrono::milliseconds look_while_waiting{100};

ServedAnswer stopped() {
    return only_problem(http::unavailable, problem(Code::over_limit, "the server is ending"));
}

ServedAnswer not_enough_memory(std::size_t memory) {
    return only_problem(
        http::no_memory,
        problem(Code::out_of_memory,
                fmt::format("the question needs more than the {} MiB of memory that "
                            "this server gives to one",
                            memory >> 20U),
                "ask for less, such as fewer jobs or replicates, or start the server with "
                "a larger --memory"));
}

Diagnostic took_too_long(std::chrono::milliseconds time) {
    return problem(
        Code::over_limit,
        fmt::format("the question took longer than the {:.0f} s that this server gives to one",
                    std::chrono::duration<double>(time).count()),
        "ask for less, such as fewer replicates, or start the server with a larger --seconds");
}

}  // namespace

Workers::Workers(std::vector<std::string> command,
                 QuestionLimits const& limits,
                 std::function<void(std::string const&)> remark)
    : command_(std::move(command)),
      limits_(limits),
      remark_(std::move(remark)),
      row_(limits.waiting_each, limits.waiting_in_all, limits.questions),
      janitor_([this] { end_idle(); }) {}

Workers::~Workers() {
    stop();
    janitor_.join();
}

Workers::Place::~Place() {
    std::scoped_lock const lock(workers_->mutex_);
    workers_->row_.leave(ticket_);
    workers_->changed_.notify_all();
}

void Workers::stop() {
    std::scoped_lock const lock(mutex_);
    stopping_ = true;
    changed_.notify_all();
}

bool Workers::is_stopping() const {
    std::scoped_lock const lock(mutex_);
    return stopping_;
}

Workers::Load Workers::load() const {
    std::scoped_lock const lock(mutex_);
    return {.waiting = row_.size(),
            .running = row_.running(),
            .workers = row_.running() + idle_.size()};
}

std::shared_ptr<Workers::Place> Workers::enter(std::string const& asker, ServedAnswer& refusal) {
    std::scoped_lock const lock(mutex_);
    if (stopping_) {
        refusal = stopped();
        return nullptr;
    }
    auto const full = row_.is_full(asker);
    if (full == FairQueue::Full::none) return std::make_shared<Place>(*this, row_.enter(asker));
    bool const own = full == FairQueue::Full::asker;
    refusal = only_problem(
        http::too_many,
        problem(Code::over_limit,
                own ? fmt::format("{} questions of this asker wait already", limits_.waiting_each)
                    : fmt::format("{} questions wait already", limits_.waiting_in_all),
                "ask again in a few seconds"));
    return nullptr;
}

bool Workers::await_turn(Place& place, QuestionHearer& hearer, unsigned& threads) {
    std::optional<std::size_t> told;
    auto heard = Clock::now();
    std::unique_lock lock(mutex_);
    while (!stopping_) {
        if (row_.next() == place.ticket_) {
            row_.begin(place.ticket_);
            threads = std::max(1U, limits_.threads / static_cast<unsigned>(row_.running()));
            changed_.notify_all();
            return true;
        }
        std::size_t const before = row_.before(place.ticket_);
        bool const is_news = told != before;
        lock.unlock();
        // Whoever hears may take a while to.
        if (!hearer.is_there()) return false;
        auto const now = Clock::now();
        if (is_news)
            hearer.queued(before);
        else if (now - heard >= limits_.quiet)
            hearer.wait_on();
        if (is_news || now - heard >= limits_.quiet) heard = now;
        told = before;
        lock.lock();
        bool const is_next = row_.next() == place.ticket_;
        if (!is_next && !stopping_) changed_.wait_for(lock, look_while_waiting);
    }
    return false;
}

Workers::Worker Workers::take(std::string const& machine) {
    {
        std::scoped_lock const lock(mutex_);
        auto found = std::ranges::find(idle_, machine, &Worker::machine);
        // The one that was not asked for longest is the likeliest whose queues nobody needs.
        if (found == idle_.end()) found = idle_.begin();
        if (found != idle_.end()) {
            Worker worker = std::move(*found);
            idle_.erase(found);
            worker.is_new = false;
            return worker;
        }
    }
    return new_worker();
}

Workers::Worker Workers::new_worker() const {
    Worker worker;
    worker.process = std::make_unique<WorkerProcess>(
        WorkerSpec{.command = command_, .memory = limits_.memory, .threads = limits_.threads});
    return worker;
}

void Workers::give_back(Place const& place, Worker worker) {
    Worker ending;  // outside of the lock, because it takes a moment
    std::scoped_lock const lock(mutex_);
    row_.leave(place.ticket_);
    if (worker.process) {
        worker.last_used = Clock::now();
        idle_.push_back(std::move(worker));
    }
    if (idle_.size() + row_.running() > limits_.questions && !idle_.empty()) {
        ending = std::move(idle_.front());
        idle_.pop_front();
    }
    changed_.notify_all();
}

void Workers::end_idle() {
    std::unique_lock lock(mutex_);
    while (!stopping_) {
        changed_.wait_for(
            lock, std::min<std::chrono::milliseconds>(limits_.idle, std::chrono::seconds(5)));
        std::list<Worker> ending;
        while (!idle_.empty() &&
               (stopping_ || Clock::now() - idle_.front().last_used >= limits_.idle))
            ending.splice(ending.end(), idle_, idle_.begin());
        lock.unlock();
        ending.clear();
        lock.lock();
    }
}

ServedAnswer Workers::ended(Worker& worker) {
    std::string const how = worker.process->end();
    worker.process.reset();
    remark_(fmt::format("a question ended its worker {}\n", how));
    if (how == fmt::format("with exit code {}", static_cast<int>(Fault::io)))
        return not_enough_memory(limits_.memory);
    return only_problem(
        http::unavailable,
        problem(
            Code::out_of_memory,
            fmt::format("the question ended its worker ({}); there may not be enough memory", how),
            "ask for less, such as fewer jobs or replicates; other questions are not affected"));
}

ServedAnswer Workers::answer(Worker& worker,
                             ServedQuestion const& question,
                             unsigned threads,
                             QuestionHearer& hearer) {
    std::string id;
    {
        std::scoped_lock const lock(mutex_);
        id = std::to_string(++last_id_);
    }
    std::string const line = fmt::format(
        R"({{"id":"{}","command":{},"question":{},"in_json":true,"foreign":true,"workers":{},"so_far":{}}})"
        "\n",
        id,
        json_text(question.command),
        json_text(question.text),
        threads,
        question.so_far);
    QuestionRun::Times const times{limits_.time, limits_.to_cancel, limits_.quiet};
    QuestionRun::Hearing const hearing{
        .is_there = [&] { return !is_stopping() && hearer.is_there(); },
        .hear = [&](WorkerEvent const& event) { hearer.hear(event); },
        .wait_on = [&] { hearer.wait_on(); }};
    QuestionRun run(*worker.process, id, line);
    switch (run.run(times, hearing)) {
        case QuestionRun::End::answered: {
            ServedAnswer answer = run.answer();
            if (run.is_late()) add_problem(answer, http::too_late, took_too_long(limits_.time));
            return answer;
        }
        case QuestionRun::End::late:
            worker.process.reset();
            return only_problem(http::too_late, took_too_long(limits_.time));
        case QuestionRun::End::gone: worker.process.reset(); return stopped();
        case QuestionRun::End::unreadable:
            worker.process.reset();
            return only_problem(http::unavailable,
                                problem(Code::over_limit, "the answer is too long"));
        case QuestionRun::End::ended: break;
    }
    if (!worker.is_new && !run.has_begun()) {
        // It may have ended while nobody asked it.
        worker = new_worker();
        return answer(worker, question, threads, hearer);
    }
    return ended(worker);
}

ServedAnswer Workers::ask(Place& place, ServedQuestion const& question, QuestionHearer& hearer) {
    unsigned threads = 1;
    if (!await_turn(place, hearer, threads)) return stopped();
    Worker worker;
    ServedAnswer told;
    try {
        worker = take(question.machine);
        told = answer(worker, question, threads, hearer);
        worker.machine = question.machine;
    } catch (std::system_error const& error) {
        worker.process.reset();
        told = only_problem(
            http::unavailable,
            problem(Code::cannot_read, fmt::format("no worker can be started: {}", error.what())));
    } catch (...) {
        // No memory for its answer in the server. What the worker still says would be taken for the next answer.
        worker.process.reset();
        give_back(place, std::move(worker));
        throw;
    }
    give_back(place, std::move(worker));
    return told;
}

}  // namespace clustersim
