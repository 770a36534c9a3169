// SPDX-License-Identifier: Apache-2.0
#include "sim/report/resolved_text.hpp"

#include "sim/core/human.hpp"
#include "sim/scenario/resolved_document.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace clustersim {
namespace {

void write_values(std::string& out, ConfigNode const& document) {
    auto const values = leaf_values(document);
    std::size_t widest = 0;
    for (LeafValue const& leaf : values)
        widest = std::max(widest, leaf.path.size() + leaf.text.size() + 2);
    for (LeafValue const& leaf : values) {
        std::string const pair = leaf.path + ": " + leaf.text;
        out +=
            fmt::format("  {:<{}}  # {}\n", pair, std::min<std::size_t>(widest, 60), leaf.origin);
    }
}

void write_job(std::string& out, ResolvedRun const& run, ResolvedJob const& job) {
    JobOutcome const& answer = job.answer;
    out += fmt::format("  job {}: {} nodes{}, walltime {}{}, predicted run time {}",
                       answer.job,
                       answer.nodes,
                       answer.gpus > 0 ? fmt::format(", {} GPUs", answer.gpus) : "",
                       human(answer.walltime.duration()),
                       job.spec.walltime ? "" : " (from the prediction)",
                       human(answer.runtime.value));
    if (answer.training) {
        Plan const& plan = answer.training->plan;
        out += fmt::format(", step time {} (tensor {}, pipeline {}, data {}, global batch {:g})",
                           human(answer.training->step.total),
                           plan.tensor,
                           plan.pipeline,
                           plan.data,
                           plan.global_batch());
    }
    out += fmt::format(", {} {}\n", human_number(answer.bill.billed), run.place.bill_unit);
}

}  // namespace

std::string resolved_text(std::vector<ResolvedRun> const& runs) {
    std::string out;
    std::size_t number = 0;
    for (ResolvedRun const& run : runs) {
        ++number;
        out += fmt::format("run {} of {}{}{}\n",
                           number,
                           runs.size(),
                           run.variant.settings.empty() ? "" : ": ",
                           run.variant.label());
        out += fmt::format("  on {}, partition {}: {} nodes of {}\n",
                           run.place.title,
                           run.place.partition,
                           run.place.partition_nodes,
                           run.place.device);
        write_values(out, run.variant.document);
        for (ResolvedJob const& job : run.jobs) write_job(out, run, job);
        out += "\n";
    }
    return out;
}

std::vector<std::string> resolved_documents(std::vector<ResolvedRun> const& runs) {
    std::vector<std::string> out;
    for (ResolvedRun const& run : runs) out.push_back(document_text(run.variant.document));
    return out;
}

}  // namespace clustersim
