// SPDX-License-Identifier: Apache-2.0
#include "sim/serve/workers.hpp"

#include "sim/serve/worker_process.hpp"
#include "tests/support/catch.hpp"

#include <nlohmann/json.hpp>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <set>
#include <signal.h>
#include <string>
#include <thread>
#include <utility>
#include <vector>

using namespace clustersim;

namespace {

using nlohmann::json;

/// Longer than any test takes on a busy machine.
constexpr std::chrono::milliseconds long_time{100'000};

std::vector<std::string> fake_worker() {
    return {"/usr/bin/python3", PROJECT_DIR "/tests/unit/serve/fake_worker.py"};
}

struct Hearer : QuestionHearer {
    std::atomic<bool> there = true;
    std::atomic<bool> began = false;
    std::vector<std::string> heard;
    std::vector<std::size_t> places;

    [[nodiscard]] bool is_there() const override { return there; }
    void queued(std::size_t before) override { places.push_back(before); }
    void hear(WorkerEvent const& event) override {
        heard.push_back(event.name);
        began = true;
    }
};

QuestionLimits limits() {
    QuestionLimits some;
    some.time = long_time;
    some.to_cancel = long_time;
    return some;
}

class Asking {
  public:
    explicit Asking(QuestionLimits const& limits)
        : workers_(fake_worker(), limits, [this](std::string const& text) { remarks_ += text; }) {}

    ServedAnswer ask(json const& question, Hearer& hearer, std::string const& asker = "a") {
        ServedAnswer refusal;
        auto const place = workers_.enter(asker, refusal);
        if (!place) return refusal;
        return workers_.ask(
            *place,
            {.text = question.dump(), .command = "step", .machine = question.value("system", "")},
            hearer);
    }
    ServedAnswer ask(json const& question) {
        Hearer hearer;
        return ask(question, hearer);
    }
    /// What a worker says about itself.
    json state(json const& question = json::object()) { return json::parse(ask(question).text); }
    Workers& workers() { return workers_; }
    [[nodiscard]] std::string const& remarks() const { return remarks_; }

  private:
    std::string remarks_;
    Workers workers_;
};

TEST_CASE("a worker gets the question, and nothing of the server", "[serve][unit]") {
    setenv("CLUSTERSIM_REPLICATES", "3", 1);
    Asking asking(limits());
    auto const state = asking.state({{"text", "ä\n\"x\""}});
    unsetenv("CLUSTERSIM_REPLICATES");
    CHECK(state["command"] == "step");
    CHECK(state["foreign"] == true);
    CHECK(state["variables"].empty());
    // Its three streams, and the one of the listing.
    CHECK(state["files"].size() == 4);
}

TEST_CASE("a worker is asked again, and each of two machines has its own", "[serve][unit]") {
    Asking asking(limits());
    auto const first = asking.state({{"system", "lumi"}});
    CHECK(asking.state({{"system", "lumi"}})["pid"] == first["pid"]);
    Hearer waiting;
    std::thread busy([&] { asking.ask({{"do", "wait"}, {"system", "lumi"}}, waiting); });
    while (!waiting.began) std::this_thread::yield();
    auto const second = asking.state({{"system", "vega"}});
    CHECK(second["pid"] != first["pid"]);
    CHECK(second["workers"] == 1);
    waiting.there = false;
    busy.join();
    CHECK(asking.state({{"system", "vega"}})["pid"] == second["pid"]);
    CHECK(asking.state({{"system", "lumi"}})["pid"] == first["pid"]);
    CHECK(asking.workers().load().workers == 2);
}

TEST_CASE("events are heard in their order", "[serve][unit]") {
    Asking asking(limits());
    Hearer hearer;
    CHECK(asking.ask({{"do", "grow"}}, hearer).text == "2");
    CHECK(hearer.heard == std::vector<std::string>{"progress", "progress", "progress", "so_far"});
    CHECK(hearer.places == std::vector<std::size_t>{});
}

TEST_CASE("a worker that dies answers its own question with a problem, and no other's",
          "[serve][unit]") {
    Asking asking(limits());
    auto const died = asking.ask({{"do", "die"}});
    CHECK(status_of(died) == 503);
    CHECK(died.problems.find("signal 11") != std::string::npos);
    CHECK(asking.remarks().find("signal 11") != std::string::npos);
    CHECK(status_of(asking.ask({{"do", "exit"}, {"code", 5}})) == 507);
    CHECK(status_of(asking.ask({{"do", "babble"}})) == 503);
    CHECK(status_of(asking.ask(json::object())) == 200);
}

TEST_CASE("a worker that ended while nobody asked it is replaced", "[serve][unit]") {
    Asking asking(limits());
    auto const pid = asking.state()["pid"].get<pid_t>();
    kill(pid, SIGKILL);
    CHECK(asking.state()["pid"] != pid);
}

TEST_CASE("writing to a worker that has ended is no signal", "[serve][unit]") {
    WorkerProcess worker({fake_worker()});
    kill(worker.id(), SIGKILL);
    CHECK(worker.end() == "by signal 9");
    CHECK_FALSE(worker.write("{}\n", 0));
}

TEST_CASE("a question that takes too long is cancelled, and its worker killed if it goes on",
          "[serve][unit]") {
    QuestionLimits few = limits();
    few.time = std::chrono::milliseconds(1);
    SECTION("it gives up") {
        Asking asking(few);
        auto const late = asking.ask({{"do", "wait"}});
        CHECK(status_of(late) == 504);
        CHECK(late.exit_code == 130);
        CHECK(asking.workers().load().workers == 1);
    }
    SECTION("it goes on") {
        few.to_cancel = std::chrono::milliseconds(1);
        Asking asking(few);
        CHECK(status_of(asking.ask({{"do", "hang"}})) == 504);
        CHECK(asking.workers().load().workers == 0);
    }
}

TEST_CASE("a question whose asker goes is cancelled", "[serve][unit]") {
    Asking asking(limits());
    Hearer hearer;
    std::thread asks([&] { CHECK(asking.ask({{"do", "wait"}}, hearer).exit_code == 130); });
    while (!hearer.began) std::this_thread::yield();
    hearer.there = false;
    asks.join();
    CHECK(asking.workers().load().running == 0);
}

TEST_CASE("a worker has a limit of memory, and writes no file", "[serve][unit]") {
    QuestionLimits small = limits();
    small.memory = std::size_t{256} << 20;
    Asking asking(small);
    CHECK(status_of(asking.ask({{"do", "memory"}, {"bytes", 1'000'000}})) == 200);
    CHECK(status_of(asking.ask({{"do", "memory"}, {"bytes", 1'000'000'000}})) == 503);
    auto const file =
        (std::filesystem::temp_directory_path() / "clustersim-worker-writes").string();
    CHECK(asking.ask({{"do", "write"}, {"file", file}}).text != "written");
    std::filesystem::remove(file);
}

TEST_CASE("a question of 30 MB reaches its worker", "[serve][unit]") {
    Asking asking(limits());
    CHECK(asking.state({{"text", std::string(30'000'000, 'x')}})["size"] > 30'000'000);
}

TEST_CASE("questions wait for their turn, know their place, and have a bound", "[serve][unit]") {
    QuestionLimits one = limits();
    one.questions = 1;
    one.waiting_each = 1;
    one.waiting_in_all = 2;
    Asking asking(one);
    Hearer running;
    std::thread first([&] { asking.ask({{"do", "wait"}}, running); });
    while (!running.began) std::this_thread::yield();
    Hearer waiting;
    std::thread second([&] { CHECK(status_of(asking.ask(json::object(), waiting)) == 200); });
    while (asking.workers().load().waiting < 1) std::this_thread::yield();
    CHECK(status_of(asking.ask(json::object())) == 429);
    ServedAnswer refusal;
    auto place = asking.workers().enter("b", refusal);
    CHECK(place);
    CHECK_FALSE(asking.workers().enter("c", refusal));
    CHECK(status_of(refusal) == 429);
    place.reset();
    CHECK(asking.workers().enter("c", refusal));
    running.there = false;
    first.join();
    second.join();
    CHECK(waiting.places.front() == 0);
}

TEST_CASE("the end of a server ends its questions", "[serve][unit]") {
    Asking asking(limits());
    Hearer hearer;
    std::thread asks([&] { asking.ask({{"do", "wait"}}, hearer); });
    while (!hearer.began) std::this_thread::yield();
    asking.workers().stop();
    asks.join();
    CHECK(status_of(asking.ask(json::object())) == 503);
}

TEST_CASE("workers that nobody asks end", "[serve][unit]") {
    QuestionLimits short_lived = limits();
    short_lived.idle = std::chrono::milliseconds(1);
    Asking asking(short_lived);
    asking.state();
    while (asking.workers().load().workers > 0) std::this_thread::yield();
}

TEST_CASE("without a program there is a problem", "[serve][unit]") {
    Workers workers({"/nonexistent/program"}, limits(), [](std::string const&) {});
    ServedAnswer refusal;
    auto const place = workers.enter("a", refusal);
    Hearer hearer;
    CHECK(status_of(workers.ask(
              *place, {.text = "{}", .command = "step", .machine = {}}, hearer)) == 503);
}

}  // namespace
