// SPDX-License-Identifier: Apache-2.0
// Processor time of a first question to the queue of each machine, and of a second one with other nodes in the same process,
// which asks the queues of the first (sim/study/queue_store.hpp); then the memory that these queues take.
//
//   second_question_bench [MACHINE…]

#include "sim/scenario/library.hpp"
#include "sim/scenario/resolve.hpp"
#include "sim/study/queue_store.hpp"
#include "sim/study/run_study.hpp"

#include <fmt/format.h>

#include <ctime>
#include <string>
#include <sys/resource.h>
#include <vector>

using namespace clustersim;

namespace {

constexpr int replicates = 20;

double processor_seconds() {
    return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

double peak_megabytes() {
    rusage used{};
    getrusage(RUSAGE_SELF, &used);
    return static_cast<double>(used.ru_maxrss) * 1024.0 / 1e6;
}

/// Seconds to answer the question; negative if the machine cannot.
double ask(std::string const& machine, int nodes, Library const& library, QueueStore& store) {
    double const began = processor_seconds();
    auto const document = *scenario_document(
        *parse_yaml(
            fmt::format(
                "schema: clustersim/scenario/1\ntitle: A question\nsystem: {}\nreplicates: {}\n"
                "background: {{mix: typical}}\njobs: {{a: {{nodes: {}, runtime: 3 h, walltime: 4 "
                "h}}}}\n",
                machine,
                replicates,
                nodes),
            "question"),
        {});
    auto const variants = expand_sweep(document);
    auto runs = resolve_all(*variants, library);
    if (!runs) return -1.0;
    RunOptions options;
    options.library = library;
    options.queues = &store;
    run_study(std::move(*runs), options);
    return processor_seconds() - began;
}

}  // namespace

int main(int argc, char** argv) {
    Library library;
    library.systems = PROJECT_DIR "/systems";
    library.applications = PROJECT_DIR "/workloads/applications";
    library.mixes = PROJECT_DIR "/workloads/mixes";
    std::vector<std::string> machines(argv + 1, argv + argc);
    if (machines.empty())
        machines = {"alex",
                    "berzelius",
                    "deucalion",
                    "karolina",
                    "leonardo",
                    "lumi",
                    "mahti",
                    "marenostrum5",
                    "meluxina",
                    "puhti",
                    "vega"};
    fmt::print(
        "{:14} {:>12} {:>12} {:>22}\n", "machine", "first, s", "second, s", "peak memory, MB");
    for (std::string const& machine : machines) {
        QueueStore store;
        double const first = ask(machine, 2, library, store);
        double const second = ask(machine, 4, library, store);
        fmt::print("{:14} {:12.2f} {:12.2f} {:22.0f}\n", machine, first, second, peak_megabytes());
    }
}
