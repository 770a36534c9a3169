// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/forecast/forecast_text.hpp"

#include "sim/commands/forecast/learned_text.hpp"
#include "sim/core/human.hpp"
#include "sim/report/table.hpp"
#include "sim/report/utc_text.hpp"

#include <fmt/format.h>

namespace clustersim {
namespace {

std::string share_name(double share) {
    return fmt::format("{:.0f} %", 100.0 * share);
}

class ForecastPage {
  public:
    ForecastPage(ForecastAnswer const& answer,
                 ForecastQuestion const& question,
                 slurm::QueueSnapshot const& snapshot,
                 std::size_t width)
        : answer_(answer), question_(question), snapshot_(snapshot), width_(width) {}

    std::string write() {
        out_ = fmt::format("{} on {}, from the queue at {}\n",
                           answer_.subject,
                           snapshot_.cluster,
                           utc_text(snapshot_.unix_now()));
        if (answer_.running_since) {
            out_ += fmt::format("It runs, since {}.\n", human(answer_.running_since->duration()));
        } else if (answer_.no_start) {
            out_ += fmt::format("{}\n", *answer_.no_start);
        } else {
            starts();
            reasons();
            out_ += learned_text(answer_, question_, snapshot_);
            alternatives();
            rests_on();
        }
        notes();
        return std::move(out_);
    }

  private:
    [[nodiscard]] std::string start_text(std::optional<Seconds> const& wait) const {
        if (!wait) return fmt::format("later than {}", human(question_.horizon.span().duration()));
        return fmt::format(
            "{} (in {})", utc_text(snapshot_.unix_now() + wait->count), human(wait->duration()));
    }

    void starts() {
        StartForecast const& asked = answer_.asked;
        out_ += fmt::format("request       {}\n", asked.request);
        out_ +=
            fmt::format("start {:<8}{}\n", share_name(answer_.low_share), start_text(asked.low));
        out_ += fmt::format("start {:<8}{}\n", share_name(0.5), start_text(asked.median));
        out_ +=
            fmt::format("start {:<8}{}\n", share_name(answer_.high_share), start_text(asked.high));
        if (asked.chance_by)
            out_ += fmt::format("by {}  {} chance to have started\n",
                                utc_text(snapshot_.origin + question_.by->since_origin),
                                share_name(*asked.chance_by));
        if (asked.started < 1.0)
            out_ += fmt::format("no start within {} in {} of the samples\n",
                                human(question_.horizon.span().duration()),
                                share_name(1.0 - asked.started));
    }

    void reasons() {
        if (!answer_.reason_now.empty())
            out_ += fmt::format("waits now for  {}\n", answer_.reason_now);
        if (answer_.asked.reasons.empty()) return;
        out_ += "waits for     ";
        bool first = true;
        for (WaitReason const& one : answer_.asked.reasons) {
            if (one.share < 0.005) continue;
            out_ += fmt::format("{}{} {}", first ? "" : ", ", one.reason, share_name(one.share));
            first = false;
        }
        out_ += " of the time\n";
    }

    void alternatives() {
        if (!question_.alternatives) return;
        if (answer_.alternatives.empty()) {
            out_ += "\nNo smaller or shorter request would start sooner.\n";
            return;
        }
        out_ += "\nWhat if you had asked for less? (same samples)\n";
        Table table;
        table.add_column("request", false);
        table.add_column("median wait");
        table.add_column(share_name(answer_.high_share));
        table.add_column("sooner by");
        table.add_column("in samples");
        auto const wait = [&](std::optional<Seconds> const& one) {
            return one ? human(one->duration())
                       : fmt::format("> {}", human(question_.horizon.span().duration()));
        };
        for (StartForecast const& one : answer_.alternatives)
            table.rows.push_back({one.request,
                                  wait(one.median),
                                  wait(one.high),
                                  human(one.gain.duration()),
                                  share_name(one.sooner)});
        out_ += to_plain(table, width_);
    }

    void rests_on() {
        out_ += fmt::format(
            "\n{} samples{}\n", answer_.samples, answer_.complete ? "" : ", interrupted");
        for (std::string const& one : answer_.sources) out_ += fmt::format("  {}\n", one);
    }

    void notes() {
        if (answer_.notes.empty()) return;
        out_ += "missing, assumed or left out\n";
        for (std::string const& one : answer_.notes) out_ += fmt::format("  {}\n", one);
    }

    ForecastAnswer const& answer_;
    ForecastQuestion const& question_;
    slurm::QueueSnapshot const& snapshot_;
    std::size_t width_;
    std::string out_;
};

}  // namespace

std::string forecast_text(ForecastAnswer const& answer,
                          ForecastQuestion const& question,
                          slurm::QueueSnapshot const& snapshot,
                          std::size_t width) {
    return ForecastPage(answer, question, snapshot, width).write();
}

}  // namespace clustersim
