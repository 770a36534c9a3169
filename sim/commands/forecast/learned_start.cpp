// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/forecast/learned_start.hpp"

#include "sim/core/human.hpp"
#include "sim/core/version.hpp"
#include "sim/history/waits/bounded_wait.hpp"
#include "sim/history/waits/job_cases.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace clustersim {
namespace {

/// A minute or two of one core.
constexpr double work_of_a_question = 5e8;
/// The walk that scored a model renewed it so often.
constexpr Seconds usual_age{7 * 86400};

double log_of(Seconds wait) {
    return std::log10(static_cast<double>(std::max<std::int64_t>(wait.count, 0)) + 1.0);
}

class AskingThePast {
  public:
    AskingThePast(PastQuestion const& question, LearningOptions const& learning)
        : question_(question),
          learning_(learning),
          now_{question.snapshot.unix_now()},
          known_(known_jobs(question.snapshot, question.past, question.asked)) {
        if (question.model != nullptr) names_ = question.model->names;
        waited_ = now_ - known_.past.jobs[known_.asked].submit;
        if (waited_ < Seconds{0}) waited_ = Seconds{0};
    }

    Result<PastAnswer> run() {
        out_.notes = known_.notes;
        if (question_.model == nullptr && question_.past == nullptr) {
            out_.why_not = "no past waits are known: --history names the accounting of the site";
            return std::move(out_);
        }
        LearningOptions learning = learning_;
        // Nothing is fitted for a stored model, so only the asked job is simulated; else somebody waits for the answer.
        learning.simulated_work = question_.model != nullptr ? 0.0 : work_of_a_question;
        auto const features = features_of(known_.past, names_, learning, known_.asked);
        if (!features) return std::move(out_);
        auto const asked = features->selected(std::array{known_.asked});
        if (auto done = by_model(*features, asked); !done) return failure(std::move(done.error()));
        // Bounds need no likeness to what was forecast, so they may know more of long waits.
        if (!out_.start && !out_.why_not.empty() && question_.past != nullptr)
            by_bound(cases_of(known_.past, *features, names_, known_.asked));
        return std::move(out_);
    }

  private:
    [[nodiscard]] std::optional<Diagnostic> other_cluster(WaitsModel const& model) const {
        std::vector<std::string> unknown;
        auto const& partitions = model.names.queue.numbers();
        for (auto const& [name, number] : partitions)
            if (!question_.snapshot.site.find_partition(name)) unknown.push_back(name);
        if (unknown.size() < partitions.size() || partitions.empty()) return std::nullopt;
        if (unknown.size() > 5) unknown.resize(5);
        return problem(
            Code::inconsistent,
            fmt::format(
                "the model of waits is of another cluster: {} has none of its partitions ({})",
                question_.snapshot.cluster,
                fmt::join(unknown, ", ")),
            "fit one to the accounting of this cluster: clustersim fit waits sacct.txt -o "
            "waits.json");
    }

    void say_how_old(WaitsModel const& model) {
        if (model.version != program_version())
            out_.notes.push_back(fmt::format("the model of waits was fitted by clustersim {}, this "
                                             "is {}",
                                             model.version,
                                             program_version()));
        if (model.until > now_ + Seconds{1})
            out_.notes.push_back(
                fmt::format("the model of waits ends {} after the snapshot: it may "
                            "know what it is asked",
                            human((model.until - now_).duration())));
        if (now_ - model.until > usual_age)
            out_.notes.push_back(fmt::format("the model of waits ends {} before the snapshot; its "
                                             "scores are those of models of at most 7 d",
                                             human((now_ - model.until).duration())));
        if (question_.past == nullptr)
            out_.notes.emplace_back("without --history, the trees know of the latest waits only "
                                    "what the snapshot shows; the rest counts as missing");
    }

    /// Seconds from the snapshot to the start of a job with this whole wait.
    [[nodiscard]] Seconds start_after(double log_wait) const {
        auto const wait = std::llround(std::pow(10.0, log_wait) - 1.0);
        return {std::max<std::int64_t>(wait - waited_.count, 0)};
    }
    /// The whole wait of a job that starts at the asked time; nothing if none is asked.
    [[nodiscard]] std::optional<double> log_wait_by() const {
        if (!question_.by) return std::nullopt;
        auto const by = *question_.by + Seconds{question_.snapshot.origin};
        return log_of(by - known_.past.jobs[known_.asked].submit);
    }

    Result<void> by_model(FeatureTable const& features, FeatureTable const& asked) {
        if (question_.model != nullptr) {
            if (auto wrong = other_cluster(*question_.model)) return failure(std::move(*wrong));
            say_how_old(*question_.model);
            return by_trees(*question_.model, asked);
        }
        auto const cases = cases_of(known_.past, features, names_, known_.asked);
        auto const learned = learn_waits(cases, names_, now_, learning_);
        if (!learned) return failure(learned.error());
        out_.why_not = learned->too_few;
        return learned->model ? by_trees(*learned->model, asked) : Result<void>();
    }

    Result<void> by_trees(WaitsModel const& model, FeatureTable const& asked) {
        auto const centres = model.trees.centres(asked);
        if (!centres) return failure(centres.error());
        WaitedForecast const waited(model.calibration, centres->front(), log_of(waited_));
        auto const forecast = waited.forecast();
        if (!forecast) {
            out_.why_not =
                fmt::format("{} of the past waits with a similar forecast were longer than the {} "
                            "that this job "
                            "has waited; a range needs {}",
                            waited.longer() == 0 ? "none" : fmt::format("only {}", waited.longer()),
                            human(waited_.duration()),
                            fewest_longer);
            return {};
        }
        LearnedStart start{.basis = WaitBasis::trees,
                           .low = start_after(forecast->quantiles.front()),
                           .median = start_after(forecast->quantiles[2]),
                           .high = start_after(forecast->quantiles.back()),
                           .chance_by = {},
                           .waited = waited_,
                           .waits = waited.longer(),
                           .version = model.version,
                           .from = model.from,
                           .until = model.until,
                           .days = model.days,
                           .ended = model.ended,
                           .score = model.score,
                           .scored_days = model.scored_days,
                           .beyond = beyond_the_past(model, asked)};
        if (auto const by = log_wait_by()) start.chance_by = waited.chance_until(*by);
        out_.start = std::move(start);
        return {};
    }

    void by_bound(WaitCases const& cases) {
        auto const asked = case_of(known_.past.jobs[known_.asked], known_.past, names_);
        auto const bound = bounded_wait(cases, asked, log_of(waited_), now_);
        if (!bound) {
            out_.why_not += "; a bound needs 59 that were longer than the wait so far";
            return;
        }
        LearnedStart start;
        start.basis = WaitBasis::bound;
        start.low = start_after(bound->low);
        start.median = start_after(bound->median);
        start.high = start_after(bound->high);
        start.waited = waited_;
        start.waits = bound->waits.size();
        start.of_class = bound->of_class;
        if (auto const by = log_wait_by())
            start.chance_by = static_cast<double>(std::ranges::upper_bound(bound->waits, *by) -
                                                  bound->waits.begin()) /
                              static_cast<double>(bound->waits.size());
        out_.start = std::move(start);
    }

    PastQuestion const& question_;
    LearningOptions const& learning_;
    Instant now_;
    KnownJobs known_;
    WaitNames names_;
    Seconds waited_;
    PastAnswer out_;
};

}  // namespace

Result<PastAnswer> ask_the_past(PastQuestion const& question, LearningOptions const& learning) {
    return AskingThePast(question, learning).run();
}

}  // namespace clustersim
