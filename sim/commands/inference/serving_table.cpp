// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/inference/serving_table.hpp"

#include "models/application/roofline.hpp"
#include "sim/commands/inference/serving_numbers.hpp"
#include "sim/core/human.hpp"
#include "sim/report/grouped_number.hpp"
#include "sim/report/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace clustersim {
namespace {

constexpr char const* none = "–";

bool has_clients(ServingAnswer const& answer) {
    return answer.points.front().clients.has_value();
}

std::string first_cell(ServingPoint const& point) {
    return point.clients ? grouped(*point.clients) : human_number(point.rate);
}

std::string time_cell(double time) {
    return human(seconds(time));
}

/// The widest interval of the three, as a share of its quantile.
double doubt(SteadyLoad const& load) {
    double share = 0.0;
    for (auto const* q : {&load.first_token, &load.between_tokens, &load.end_to_end})
        if (q->p95 > 0.0) share = std::max(share, (q->p95_high - q->p95) / q->p95);
    return share;
}

Table latencies(ServingAnswer const& answer) {
    Table table;
    for (char const* title : {has_clients(answer) ? "clients" : "requests/s",
                              "TTFT p50",
                              "p95",
                              "ITL p50",
                              "p95",
                              "E2E p50",
                              "p95",
                              "± of p95"})
        table.add_column(title);
    bool const one_token = answer.plan.output == 1 && answer.spread <= 0.0;
    for (ServingPoint const& point : answer.points) {
        std::vector<std::string> row{first_cell(point)};
        if (!point.load) {
            row.resize(table.columns.size(), none);
        } else {
            SteadyLoad const& load = *point.load;
            row.push_back(time_cell(load.first_token.p50));
            row.push_back(time_cell(load.first_token.p95));
            row.push_back(one_token ? none : time_cell(load.between_tokens.p50));
            row.push_back(one_token ? none : time_cell(load.between_tokens.p95));
            row.push_back(time_cell(load.end_to_end.p50));
            row.push_back(time_cell(load.end_to_end.p95));
            row.push_back(human_percent(doubt(load)));
        }
        table.rows.push_back(std::move(row));
    }
    return table;
}

Table throughput(ServingAnswer const& answer) {
    bool const clients = has_clients(answer);
    Table table;
    table.add_column(clients ? "clients" : "requests/s");
    if (clients)
        table.add_column("requests/s");
    else
        for (char const* title : {"load", "sustained"}) table.add_column(title);
    for (char const* title : {"tokens/s", "GPU-h / M tokens", "J / token", "running", "busy"})
        table.add_column(title);
    for (ServingPoint const& point : answer.points) {
        std::vector<std::string> row{first_cell(point)};
        if (clients) {
            row.push_back(human_number(point.rate));
        } else {
            row.push_back(human_percent(point.rate / answer.sustained.value));
            row.emplace_back(point.load ? "yes" : "no");
        }
        row.push_back(human_number(point.tokens_per_second));
        row.push_back(human_number(point.gpu_hours_per_million));
        row.push_back(human_number(point.joules_per_token));
        row.push_back(point.load ? human_number(point.load->mean_running) : none);
        row.push_back(point.load ? human_percent(point.load->busy) : none);
        table.rows.push_back(std::move(row));
    }
    return table;
}

/// "1 token", "1,024 tokens"
std::string counted(std::int64_t count, std::string_view thing) {
    return fmt::format("{} {}{}", grouped(count), thing, count == 1 ? "" : "s");
}

/// What bounds the batch of a replica.
std::string bound_text(ServingAnswer const& answer) {
    InferencePlan const& plan = answer.plan;
    if (!answer.bound_by_cache())
        return fmt::format("Largest batch of a replica: {} by --max-batch; the cache holds {}\n",
                           grouped(plan.batch),
                           grouped(answer.memory.largest_batch));
    return fmt::format("Largest batch of a replica: {}, more {} do not fit in the cache\n",
                       grouped(plan.batch),
                       answer.spread > 0.0 ? "requests of mean length" : "requests");
}

std::string heading(ServingAnswer const& answer) {
    InferencePlan const& plan = answer.plan;
    SustainedRate const& most = answer.sustained;
    std::string text = fmt::format("{} on {} ({}): {}, {} of {}\n",
                                   answer.application,
                                   answer.system,
                                   answer.partition,
                                   counted(answer.gpus, "GPU"),
                                   counted(answer.replicas, "replica"),
                                   plan.devices());
    text += fmt::format("{}\nWeights in {}, keys and values in {}, engine {}\n",
                        answer.accelerator,
                        weights_name(plan),
                        name_of(plan.cache),
                        answer.engine);
    text += fmt::format("Prompts of {}, outputs of {}{}\n",
                        counted(plan.prompt, "token"),
                        counted(plan.output, "token"),
                        answer.spread > 0.0
                            ? fmt::format(" in the mean, spread {}", human_number(answer.spread))
                            : "");
    text += bound_text(answer);
    text += fmt::format("Largest sustained rate: {} requests/s ({} – {})\n",
                        human_number(most.value),
                        human_number(most.low),
                        human_number(most.high));
    return text;
}

std::string notes(ServingAnswer const& answer) {
    std::string text =
        "TTFT: time to the first token. ITL: time between tokens. E2E: to the last token.\n"
        "± of p95: of the least certain of the three, at 95 % confidence.\n"
        "Running: mean requests in a replica while it computes.\n";
    bool const all = std::all_of(answer.points.begin(), answer.points.end(), [](auto const& p) {
        return p.load.has_value();
    });
    if (!all)
        text +=
            "Rates that are not sustained: the queue grows, and latencies have no limit. Their\n"
            "tokens/s are those of the largest sustained rate.\n";
    return text;
}

/// Lines for the terminal; in documents a paragraph each.
std::string lines_in(std::string_view text, Format format) {
    std::string out;
    while (!text.empty()) {
        std::string_view const line = text.substr(0, text.find('\n'));
        text.remove_prefix(line.size() + 1);
        out += text_in(line, format) + (format == Format::table ? "\n" : "\n\n");
    }
    return out;
}

}  // namespace

std::string serving_text(ServingAnswer const& answer, Format format) {
    if (format == Format::json) return serving_json(answer);
    if (format == Format::csv) return serving_csv(answer);
    std::string const gap = format == Format::table ? "\n" : "";
    return lines_in(heading(answer), format) + gap + to_text(latencies(answer), format) + "\n" +
           to_text(throughput(answer), format) + "\n" + lines_in(notes(answer), format);
}

}  // namespace clustersim
