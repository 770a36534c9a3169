// SPDX-License-Identifier: Apache-2.0
#include "sim/history/fit/fit_mix.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <span>
#include <string_view>

namespace clustersim {
namespace {

/// A YAML text in single quotes; file names may hold any character.
std::string quoted_text(std::string_view text) {
    std::string out = "'";
    for (char const c : text) {
        bool const control = static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
        out += control ? '?' : c;
        if (c == '\'') out += c;
    }
    return out + "'";
}

/// A name as it is, if no reader could take it for anything else.
std::string name_text(std::string const& name) {
    bool const plain =
        !name.empty() && name[0] >= 'a' && name[0] <= 'z' &&
        name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-") == std::string::npos &&
        name != "null" && name != "true" && name != "false" && name != "yes" && name != "no" &&
        name != "on" && name != "off" && name != "y" && name != "n";
    return plain ? name : quoted_text(name);
}

std::string_view unit_name(SizeUnit unit) {
    return unit == SizeUnit::gpu ? "gpu" : "node";
}

std::string time_text(Seconds time) {
    if (time.count % 3600 == 0) return fmt::format("{} h", time.count / 3600);
    if (time.count % 60 == 0) return fmt::format("{} min", time.count / 60);
    return fmt::format("{} s", time.count);
}

std::string weights_text(std::span<double const> counts) {
    double total = 0.0;
    for (double const count : counts) total += count;
    std::vector<std::string> texts;
    for (double const count : counts)
        texts.push_back(fmt::format("{:.2f}", count * static_cast<double>(counts.size()) / total));
    return fmt::format("[{}]", fmt::join(texts, ", "));
}

std::string sources_text(FittedMix const& fit) {
    std::vector<std::string> files;
    for (LogFile const& file : fit.log.files)
        files.push_back(fmt::format("{} (sha256 {})", file.name, file.sha256));
    std::string out = quoted_text(fmt::format(
        "{}, fitted by clustersim fit: {} jobs", fmt::join(files, ", "), fit.log.past.jobs.size()));
    return fmt::format("sources:\n  log: {}\n", out);
}

std::string class_text(SizeClass const& size, ClassFit const& quality) {
    std::vector<std::string> runs;
    for (RunComponent const& c : size.runs)
        runs.push_back(fmt::format("{{weight: {:.3f}, mu: {:.3f}, sigma: {:.3f}}}",
                                   std::max(c.weight, 0.001),
                                   c.mu,
                                   c.sigma));
    return fmt::format(
        "    # {}: {} jobs in {} batches; runs {:.2f}, jobs of a batch {:.2f}\n"
        "    - {{size: {}, share: {:.6f}, batch: {{single: {:.3f}, mu: {:.3f}, sigma: {:.3f}}}, "
        "alike: {:.2f},\n       runs: [{}]}}\n",
        size.size,
        quality.jobs,
        quality.batches,
        quality.run_ks,
        quality.batch_ks,
        size.size,
        size.share,
        size.batch.single,
        size.batch.mu,
        size.batch.sigma,
        size.alike,
        fmt::join(runs, ",\n              "));
}

std::string users_text(HabitFit const& fit, bool waits) {
    UserHabits const& users = fit.habits;
    return fmt::format(
        "  # shares of the users {:.2f}; think times {:.2f} ({} of them{})\n"
        "  users: {{count: {}, activity: {:.2f}, size: {:.3f}, run: {:.3f}, request: {:.3f}, "
        "overlap: {:.3f}, think: {{mu: {:.3f}, sigma: {:.3f}}}}}\n",
        fit.activity_ks,
        fit.think_ks,
        fit.thinks,
        waits ? "" : "; the log has no waits, so jobs count as started at once",
        users.count,
        users.activity,
        users.size,
        users.run,
        users.request,
        users.overlap,
        users.think.mu,
        users.think.sigma);
}

std::string batches_text(FittedMix const& fit) {
    BatchModel const& model = fit.model;
    std::string out = fmt::format("# Residuals are Kolmogorov-Smirnov distances: sizes of jobs "
                                  "{:.2f}, gaps between batches to "
                                  "exponential {:.2f};\n# below for each size and for the users.\n"
                                  "batches:\n  source: log\n  confidence: calibrated\n",
                                  fit.size_ks,
                                  fit.gap_ks);
    if (model.machine_size) out += fmt::format("  machine-size: {}\n", *model.machine_size);
    out += "  sizes:\n";
    for (std::size_t k = 0; k < model.classes.size(); ++k)
        out += class_text(model.classes[k], fit.classes[k]);
    out += fmt::format("  shortest-run: {} s\n  gap: {:.1f} s\n  largest-batch: {}\n",
                       model.shortest.count,
                       model.gap.si(),
                       model.largest_batch);
    if (fit.equal_days)
        out += "  # less than four weeks of log, so all days of the week are equal\n";
    out += fmt::format(
        "  hours: {}\n  days: {}\n", weights_text(model.hours), weights_text(model.days));
    if (fit.habits) out += users_text(*fit.habits, fit.log.waits);
    return out;
}

std::string request_text(FittedMix const& fit) {
    if (!fit.request) {
        return "# The log has no requested walltimes.\nrequest:\n  source: log\n  confidence: "
               "estimate\n"
               "  note: everybody requests the partition's limit\n  menu: []\n  limit-weight: 1\n";
    }
    RequestFit const& request = *fit.request;
    std::string out = fmt::format("# {} jobs with a request; distances: requests {:.2f}, run over "
                                  "request {:.2f}. {:.1f} % ran "
                                  "to their limit.\n# limit-weight is that of {} and longer.\n"
                                  "request:\n  source: log\n  confidence: calibrated\n  menu:\n",
                                  request.jobs,
                                  request.request_ks,
                                  request.ratio_ks,
                                  100.0 * request.stopped,
                                  time_text(request.limit));
    for (RequestChoice const& choice : request.model.menu)
        out += fmt::format(
            "    - {{walltime: {}, weight: {:.4f}}}\n", time_text(choice.walltime), choice.weight);
    if (request.model.menu.empty()) out.insert(out.size() - 1, " []");
    out += fmt::format("  limit: {}\n  limit-weight: {:.4f}\n",
                       time_text(request.limit),
                       request.model.limit_weight);
    return out;
}

}  // namespace

std::string mix_yaml(FittedMix const& fit) {
    std::vector<std::string> left_out;
    for (LeftOut const& one : fit.log.left_out)
        left_out.push_back(fmt::format("{} {}", one.jobs, one.why));
    std::string out = fmt::format(
        "schema: clustersim/mix/1\nname: {}\ntitle: {}\n\n",
        name_text(fit.name),
        quoted_text(fmt::format("Batches fitted to {} jobs of {}",
                                fit.log.past.jobs.size(),
                                fit.log.files.empty() ? fit.name : fit.log.files.front().name)));
    out += sources_text(fit) + fmt::format("\nsize-unit: {}\n\n", unit_name(fit.log.unit));
    if (!left_out.empty()) out += fmt::format("# Jobs left out: {}.\n", fmt::join(left_out, "; "));
    out += batches_text(fit) + "\n" + request_text(fit);
    return out;
}

}  // namespace clustersim
