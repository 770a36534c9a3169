// SPDX-License-Identifier: Apache-2.0
#include "sim/report/html/page_inputs.hpp"

#include "sim/config/yaml_text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace clustersim {
namespace {

/// The variants of a sweep differ in a few values; beyond these their text would only make the page long.
constexpr std::size_t shown_scenarios = 20;

void add_sources(ReportPage& page, std::string const& name, ConfigNode const& document) {
    ConfigNode const* sources = document.find("sources");
    if (sources == nullptr) return;
    for (ConfigNode::Entry const& entry : sources->entries)
        page.sources.push_back({fmt::format("{}: {}", name, entry.key), entry.value.scalar});
}

}  // namespace

void add_input_texts(ReportPage& page,
                     std::vector<ConfigNode> const& scenarios,
                     ConfigNode const& files) {
    std::size_t const shown = std::min(scenarios.size(), shown_scenarios);
    for (std::size_t i = 0; i < shown; ++i) {
        std::string const number = scenarios.size() > 1 ? fmt::format(" {}", i + 1) : "";
        page.inputs.push_back({"scenario" + number, to_yaml(scenarios[i])});
    }
    if (shown < scenarios.size())
        page.terms.emplace_back("scenarios",
                                fmt::format("{}; the first {} are below", scenarios.size(), shown));
    for (ConfigNode::Entry const& kind : files.entries) {
        for (ConfigNode::Entry const& one : kind.value.entries) {
            page.inputs.push_back({fmt::format("{}: {}", kind.key, one.key), to_yaml(one.value)});
            ConfigNode const* document = one.value.find("document");
            add_sources(page, one.key, document == nullptr ? one.value : *document);
        }
    }
}

void add_inputs(ReportPage& page, StudyInputs const& inputs) {
    add_input_texts(page, inputs.scenarios, inputs.files);
    page.terms.emplace_back("hash of the inputs", inputs.hash());
}

}  // namespace clustersim
