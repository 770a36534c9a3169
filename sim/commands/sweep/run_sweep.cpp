// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/sweep/run_sweep.hpp"

#include "sim/scenario/resolve.hpp"
#include "sim/study/queue_store.hpp"
#include "sim/study/run_study.hpp"
#include "sim/study/settle_warm_ups.hpp"
#include "sim/study/worker_group.hpp"

#include <algorithm>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace clustersim {
namespace {

class SweepRun {
  public:
    SweepRun(Sweep const& sweep,
             std::vector<SweepQueue> const& queues,
             SweepStore& store,
             SweepOptions const& options)
        : sweep_(sweep),
          store_(store),
          options_(options),
          work_(queues, options.clock, options.interrupted),
          inputs_(std::make_shared<ReadInputs const>(sweep.inputs)) {}

    Result<bool> run() {
        run_workers(
            options_.workers, [this] { work(); }, [this] { work_.stop(); });
        if (error_.has_errors()) return failure(std::move(error_));
        return !interrupted();
    }

  private:
    void work() {
        while (auto const chunk = work_.next()) {
            auto block = answer(*chunk);
            if (!block) break;
            if (!keep(*block)) break;
            work_.done(*chunk);
        }
    }

    /// Nothing after an interruption.
    std::optional<SweptBlock> answer(SweepChunk const& chunk) {
        SweptBlock block;
        RunResolver resolver(sweep_.library, std::nullopt, sweep_.inputs);
        std::vector<ResolvedRun> runs;
        std::vector<std::size_t> numbers;
        for (std::size_t const number : chunk.points) {
            if (interrupted()) return std::nullopt;
            Variant const variant = sweep_.variant(number);
            auto run = resolver.resolve(variant);
            if (!run && run.error().fault() != Fault::impossible) {
                fail(std::move(run.error()));
                return std::nullopt;
            }
            if (!run) {
                block.points.push_back(impossible_point(number, variant, run.error()));
                continue;
            }
            run->inputs = inputs_;
            runs.push_back(std::move(*run));
            numbers.push_back(number);
        }
        if (!runs.empty() && !simulate(chunk.queue, std::move(runs), numbers, block))
            return std::nullopt;
        return block;
    }

    bool simulate(std::size_t queue,
                  std::vector<ResolvedRun> runs,
                  std::vector<std::size_t> const& numbers,
                  SweptBlock& block) {
        RunOptions options;
        options.tasks = &work_;
        options.interrupted = [this] { return interrupted(); };
        options.queues = &queues_;
        settle_warm_ups(runs, options);
        // An interrupted search finds nothing.
        if (interrupted()) return false;
        work_.ready(queue);
        Study study = run_study(std::move(runs), options);
        if (!study.complete) return false;
        for (std::size_t i = 0; i < numbers.size(); ++i)
            block.points.push_back(swept_point(numbers[i], study.runs[i]));
        block.warnings = std::move(study.warnings);
        return true;
    }

    void fail(Diagnostics error) {
        std::lock_guard const lock(storing_);
        error_.append_unsaid(error);
        work_.stop();
    }

    bool keep(SweptBlock const& block) {
        std::lock_guard const lock(storing_);
        if (error_.has_errors()) return false;
        if (auto kept = store_.add(block); !kept) {
            error_ = std::move(kept.error());
            work_.stop();
            return false;
        }
        answered_ += block.points.size();
        if (options_.progress) options_.progress(answered_);
        return true;
    }

    [[nodiscard]] bool interrupted() const {
        return work_.stopped() || (options_.interrupted && options_.interrupted());
    }

    Sweep const& sweep_;
    SweepStore& store_;
    SweepOptions const& options_;
    SweepWork work_;
    std::shared_ptr<ReadInputs const> inputs_;
    QueueStore queues_;
    std::size_t answered_ = 0;
    Diagnostics error_;
    std::mutex storing_;
};

}  // namespace

Result<bool> run_sweep(Sweep const& sweep,
                       std::vector<SweepQueue> const& queues,
                       SweepStore& store,
                       SweepOptions const& options) {
    return SweepRun(sweep, queues, store, options).run();
}

}  // namespace clustersim
