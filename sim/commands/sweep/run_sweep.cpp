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
             Work const& work,
             std::function<double()> clock)
        : sweep_(sweep),
          store_(store),
          work_(work),
          chunks_(queues, std::move(clock), work.interrupted),
          inputs_(std::make_shared<ReadInputs const>(sweep.inputs)) {
        for (SweepQueue const& queue : queues) points_ += queue.points.size();
    }

    Result<bool> run() {
        work_.count(0, points_);
        run_workers(
            work_.workers, [this] { answer_chunks(); }, [this] { chunks_.stop(); });
        if (error_.has_errors()) return failure(std::move(error_));
        return !interrupted();
    }

  private:
    void answer_chunks() {
        while (auto const chunk = chunks_.next()) {
            auto block = answer(*chunk);
            if (!block) break;
            if (!keep(*block)) break;
            chunks_.done(*chunk);
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
        options.tasks = &chunks_;
        options.work.interrupted = [this] { return interrupted(); };
        options.queues = &queues_;
        settle_warm_ups(runs, options);
        // An interrupted search finds nothing.
        if (interrupted()) return false;
        chunks_.ready(queue);
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
        chunks_.stop();
    }

    bool keep(SweptBlock const& block) {
        std::lock_guard const lock(storing_);
        if (error_.has_errors()) return false;
        if (auto kept = store_.add(block); !kept) {
            error_ = std::move(kept.error());
            chunks_.stop();
            return false;
        }
        answered_ += block.points.size();
        work_.count(answered_, points_);
        return true;
    }

    [[nodiscard]] bool interrupted() const { return chunks_.stopped() || work_.is_interrupted(); }

    Sweep const& sweep_;
    SweepStore& store_;
    Work const& work_;
    SweepWork chunks_;
    std::shared_ptr<ReadInputs const> inputs_;
    QueueStore queues_;
    std::size_t points_ = 0, answered_ = 0;
    Diagnostics error_;
    std::mutex storing_;
};

}  // namespace

Result<bool> run_sweep(Sweep const& sweep,
                       std::vector<SweepQueue> const& queues,
                       SweepStore& store,
                       Work const& work,
                       std::function<double()> clock) {
    return SweepRun(sweep, queues, store, work, std::move(clock)).run();
}

}  // namespace clustersim
