// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/forecast/forecast_page.hpp"

#include "sim/core/human.hpp"
#include "sim/report/utc_text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace clustersim {
namespace {

/// Curves beyond these cannot be told apart.
constexpr std::size_t most_curves = 6;

class ForecastReport {
  public:
    ForecastReport(ForecastAnswer const& answer,
                   ForecastQuestion const& question,
                   slurm::QueueSnapshot const& snapshot)
        : answer_(answer), question_(question), snapshot_(snapshot) {}

    ReportPage write() {
        page_.kind = "forecast";
        page_.title = fmt::format("{} on {}", answer_.subject, snapshot_.cluster);
        page_.complete = answer_.complete;
        page_.lead.push_back(fmt::format("From the queue at {}.", utc_text(snapshot_.unix_now())));
        if (answer_.running_since)
            page_.lead.push_back(
                fmt::format("It runs, since {}.", human(answer_.running_since->duration())));
        else if (answer_.no_start)
            page_.lead.push_back(*answer_.no_start);
        else
            add_starts();
        page_.terms.emplace_back("samples", fmt::format("{}", answer_.samples));
        page_.terms.emplace_back("seed", fmt::format("{}", question_.seed));
        page_.terms.emplace_back("Slurm of the snapshot", snapshot_.slurm);
        for (std::string const& one : answer_.sources) page_.terms.emplace_back("from", one);
        for (std::string const& one : answer_.notes)
            page_.terms.emplace_back("missing, assumed or left out", one);
        return std::move(page_);
    }

  private:
    [[nodiscard]] std::string share_text(double share) const {
        return fmt::format("{:.0f} %", 100.0 * share);
    }

    [[nodiscard]] std::string later() const {
        return fmt::format("later than {}", human(question_.horizon.span().duration()));
    }

    void add_start_card(std::string title, std::optional<Seconds> const& wait) {
        if (wait)
            page_.cards.push_back({std::move(title),
                                   "in " + human(wait->duration()),
                                   utc_text(snapshot_.unix_now() + wait->count)});
        else
            page_.cards.push_back({std::move(title), later(), {}});
    }

    void add_starts() {
        StartForecast const& asked = answer_.asked;
        page_.lead.push_back("Request: " + asked.request + ".");
        add_start_card(
            fmt::format("Start, {} of the samples by then", share_text(answer_.low_share)),
            asked.low);
        add_start_card("Start, median", asked.median);
        add_start_card(
            fmt::format("Start, {} of the samples by then", share_text(answer_.high_share)),
            asked.high);
        if (asked.chance_by)
            page_.cards.push_back(
                {"Chance to have started",
                 share_text(*asked.chance_by),
                 "by " + utc_text(snapshot_.origin + question_.by->since_origin)});
        PageSection starts{"Starts", {}, {}};
        starts.items.emplace_back(fan());
        if (!answer_.alternatives.empty()) starts.items.emplace_back(alternatives());
        if (!asked.reasons.empty()) starts.items.emplace_back(reasons());
        page_.sections.push_back(std::move(starts));
    }

    /// The share of the samples that have started by a time.
    [[nodiscard]] ChartLine starts_of_samples(StartForecast const& one) const {
        std::vector<double> waits;
        for (auto const& wait : one.waits)
            if (wait) waits.push_back(static_cast<double>(wait->count));
        std::ranges::sort(waits);
        ChartLine line{.name = one.request, .x = {0.0}, .y = {0.0}, .low = {}, .high = {}};
        line.step = true;
        double const all = static_cast<double>(std::max<std::size_t>(one.waits.size(), 1));
        for (std::size_t i = 0; i < waits.size(); ++i) {
            line.x.push_back(waits[i]);
            line.y.emplace_back(static_cast<double>(i + 1) / all);
        }
        return line;
    }

    [[nodiscard]] LineChart fan() const {
        LineChart chart{"Share of the samples that have started",
                        "Each sample is one simulated future of the queue.",
                        {.title = "time from the snapshot", .unit = "s", .zero = true},
                        {.title = "share that has started", .unit = "share", .zero = true},
                        {}};
        chart.lines.push_back(starts_of_samples(answer_.asked));
        for (StartForecast const& one : answer_.alternatives)
            if (chart.lines.size() < most_curves) chart.lines.push_back(starts_of_samples(one));
        return chart;
    }

    [[nodiscard]] PageTable alternatives() const {
        PageTable out{"Smaller and shorter requests, in the same samples", {}};
        out.table.add_column("request", false);
        for (std::string const& title : {std::string("median wait"),
                                         share_text(answer_.high_share),
                                         std::string("sooner by"),
                                         std::string("in samples")})
            out.table.add_column(title);
        auto const wait = [&](std::optional<Seconds> const& one) {
            return one ? human(one->duration()) : later();
        };
        for (StartForecast const& one : answer_.alternatives)
            out.table.rows.push_back({one.request,
                                      wait(one.median),
                                      wait(one.high),
                                      human(one.gain.duration()),
                                      share_text(one.sooner)});
        return out;
    }

    [[nodiscard]] BarChart reasons() const {
        BarChart chart;
        chart.title = "What it waits for";
        chart.note = "Share of the waiting time over all samples, in the words of squeue.";
        if (!answer_.reason_now.empty())
            chart.note += " In the snapshot: " + answer_.reason_now + ".";
        chart.unit = "share";
        chart.by = "reason";
        BarSeries shares{"share of the wait", {}, {}, {}};
        for (WaitReason const& one : answer_.asked.reasons) {
            chart.categories.push_back(one.reason);
            shares.values.emplace_back(one.share);
        }
        chart.series.push_back(std::move(shares));
        return chart;
    }

    ForecastAnswer const& answer_;
    ForecastQuestion const& question_;
    slurm::QueueSnapshot const& snapshot_;
    ReportPage page_;
};

}  // namespace

ReportPage forecast_page(ForecastAnswer const& answer,
                         ForecastQuestion const& question,
                         slurm::QueueSnapshot const& snapshot) {
    return ForecastReport(answer, question, snapshot).write();
}

}  // namespace clustersim
