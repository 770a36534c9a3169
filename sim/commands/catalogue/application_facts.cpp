// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/catalogue/application_facts.hpp"

#include "models/machine/provenance.hpp"
#include "sim/report/table.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <span>
#include <string_view>
#include <vector>

namespace clustersim {
namespace {

std::string scalar_of(ConfigNode const& document, std::string_view key) {
    ConfigNode const* node = document.find(key);
    return node == nullptr ? "" : node->scalar;
}

/// "training" of "training.micro_batch"; empty for a value at the top.
std::string section_of_value(Fact const& fact) {
    std::size_t const dot = fact.path.find('.');
    return dot == std::string::npos ? "" : fact.path.substr(0, dot);
}

Table values_table_of(std::span<Fact const> facts, std::size_t prefix) {
    Table table;
    table.keys = 1;
    for (char const* title : {"key", "value", "confidence", "source", "note"})
        table.add_column(title, std::string_view(title) == "value");
    for (Fact const& fact : facts)
        table.rows.push_back(
            {fact.path.substr(prefix), fact.value, fact.confidence, fact.source, fact.note});
    return table;
}

std::string facts_document(ConfigNode const& document, std::vector<Fact> const& facts) {
    nlohmann::json values = nlohmann::json::array();
    for (Fact const& fact : facts)
        values.push_back({{"path", fact.path},
                          {"value", fact.value},
                          {"confidence", fact.confidence},
                          {"source", fact.source},
                          {"citation", fact.citation},
                          {"note", fact.note}});
    return nlohmann::json{{"schema", "clustersim/application-facts/1"},
                          {"name", scalar_of(document, "name")},
                          {"title", scalar_of(document, "title")},
                          {"values", values}}
               .dump(2, ' ', false, nlohmann::json::error_handler_t::replace) +
           "\n";
}

}  // namespace

std::string application_facts_text(ConfigNode const& document, Format format) {
    std::vector<Fact> facts = values_of(document);
    std::erase_if(facts, [](Fact const& fact) { return fact.value.empty(); });
    if (format == Format::json) return facts_document(document, facts);
    if (format == Format::csv) return to_csv(values_table_of(facts, 0));
    std::string out = fmt::format(
        "{}{}\n", heading_mark(1, format), text_in(scalar_of(document, "title"), format));
    std::ranges::stable_sort(
        facts, {}, [](Fact const& fact) { return !section_of_value(fact).empty(); });
    for (std::size_t begin = 0; begin < facts.size();) {
        std::string const section = section_of_value(facts[begin]);
        std::size_t end = begin;
        while (end < facts.size() && section_of_value(facts[end]) == section) ++end;
        std::size_t const prefix = section.empty() ? 0 : section.size() + 1;
        out += "\n";
        if (!section.empty())
            out += heading_mark(2, format) + text_in(section, format) + "\n" + heading_gap(format);
        out +=
            to_text(values_table_of(std::span(facts).subspan(begin, end - begin), prefix), format);
        begin = end;
    }
    out += fmt::format("\n{}Sources\n{}", heading_mark(2, format), heading_gap(format));
    for (auto const& [key, citation] : sources_of(document))
        out += fmt::format("- {}: {}\n", text_in(key, format), text_in(citation, format));
    return out;
}

}  // namespace clustersim
