// SPDX-License-Identifier: Apache-2.0
#include "sim/report/html/comparison_page.hpp"

#include "sim/report/comparison_table.hpp"
#include "sim/report/html/fabric_section.hpp"
#include "sim/report/html/page_inputs.hpp"
#include "sim/report/html/page_lines.hpp"
#include "sim/report/html/roofline_chart.hpp"
#include "sim/report/html/study_charts.hpp"
#include "sim/report/html/study_queue.hpp"
#include "sim/report/html/whole_queue_charts.hpp"
#include "sim/report/queue_table.hpp"
#include "sim/report/study_terms.hpp"

#include <utility>

namespace clustersim {
namespace {

PageTable impossible_table(std::vector<ImpossibleRun> const& impossible) {
    PageTable out{"Not possible", {}};
    for (char const* title : {"system", "variant", "reason"}) out.table.add_column(title, false);
    for (ImpossibleRun const& run : impossible)
        out.table.rows.push_back({run.system, run.variant, run.reason});
    return out;
}

}  // namespace

ReportPage comparison_page(Study const& study,
                           std::span<MachineQueue const> queues,
                           std::span<JobFabric const> fabrics,
                           std::vector<ImpossibleRun> const& impossible,
                           StudyInputs const& inputs) {
    ReportPage page;
    page.kind = "compare";
    page.title = study.title;
    page.complete = study.complete;
    PageSection answers{"Answers", {}, {}};
    answers.items.emplace_back(PageTable{{}, comparison_table(study)});
    if (Table whole = whole_queue_table(study); !whole.rows.empty())
        answers.items.emplace_back(PageTable{"All jobs of the queues", std::move(whole)});
    if (!impossible.empty()) answers.items.emplace_back(impossible_table(impossible));
    for (std::string& note : lines_of(comparison_notes(study)))
        answers.items.emplace_back(PageText{std::move(note)});
    page.sections.push_back(std::move(answers));
    add_queue_section(page, study, queues);
    add_wait_section(page, study);
    add_whole_queue_section(page, study);
    add_study_charts(page, study);
    add_roofline_section(page, study);
    add_fabric_section(page, study, fabrics);
    page.terms.emplace_back("terms", terms_sentence(study));
    add_inputs(page, inputs);
    return page;
}

}  // namespace clustersim
