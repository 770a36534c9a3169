// SPDX-License-Identifier: Apache-2.0
#include "models/machine/provenance.hpp"

#include "sim/config/replaced.hpp"
#include "sim/core/enum_names.hpp"
#include "sim/core/nearest_name.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

namespace clustersim {
namespace {

using namespace std::string_view_literals;

/// Keys whose text describes the document and is never a number of the machine.
constexpr std::array prose_keys{
    "schema"sv, "name"sv, "title"sv, "source"sv, "confidence"sv, "note"sv};

bool is_prose(std::string_view key, bool at_root) {
    if (at_root && (key == "sources" || key == "corrections" || key == "checked")) return true;
    return key.ends_with(replaced_suffix) || std::ranges::find(prose_keys, key) != prose_keys.end();
}

bool same_file(ConfigNode const& a, ConfigNode const& b) {
    return !a.source || !b.source || a.source->name == b.source->name;
}

/// A plain scalar that begins like a number: `64`, `25 GB/s`, `12:00:00`, `.5`, `-3`. In our files,
/// text that begins with a digit is quoted.
bool is_number(ConfigNode const& node) {
    if (node.kind != ConfigNode::Kind::scalar || node.quoted || node.scalar.empty()) return false;
    std::string_view text = node.scalar;
    if (text.front() == '-' || text.front() == '+') text.remove_prefix(1);
    if (!text.empty() && text.front() == '.') text.remove_prefix(1);
    return !text.empty() && text.front() >= '0' && text.front() <= '9';
}

bool is_number_list(ConfigNode const& node) {
    return node.kind == ConfigNode::Kind::sequence && !node.items.empty() &&
           std::ranges::all_of(node.items, is_number);
}

/// A word or a list of words.
bool is_text(ConfigNode const& node) {
    if (node.kind == ConfigNode::Kind::scalar) return true;
    return node.kind == ConfigNode::Kind::sequence && !node.items.empty() &&
           std::ranges::all_of(node.items, [](ConfigNode const& item) {
               return item.kind == ConfigNode::Kind::scalar;
           });
}

std::string shown(ConfigNode const& node) {
    if (node.kind == ConfigNode::Kind::scalar) return node.scalar;
    std::string text;
    for (ConfigNode const& item : node.items) text += (text.empty() ? "" : ", ") + item.scalar;
    return "[" + text + "]";
}

/// The value of a key that a file gave itself, even if one that extends it gave another.
ConfigNode const*
given_by(ConfigNode const& mapping, std::string_view key, ConfigNode const& of_file) {
    auto const entry = std::ranges::find(mapping.entries, key, &ConfigNode::Entry::key);
    if (entry == mapping.entries.end()) return nullptr;
    if (same_file(of_file, entry->value)) return &entry->value;
    // merge_onto() keeps what children replace.
    std::string const replaced = std::string(key) + std::string(replaced_suffix);
    auto const own = std::ranges::find_if(mapping.entries, [&](ConfigNode::Entry const& kept) {
        return kept.key == replaced && same_file(of_file, kept.value);
    });
    return own != mapping.entries.end() ? &own->value : nullptr;
}

struct Collector {
    ConfigNode const* sources = nullptr;  ///< the mapping of keys to citations
    std::vector<Fact> facts;
    bool with_texts = false;
    std::vector<ConfigNode const*>
        around{};  ///< the mappings that contain the node, outermost first

    /// The nearest annotation in the file that gives the number.
    [[nodiscard]] std::string nearest(ConfigNode const& number, std::string_view key) const {
        for (std::size_t at = around.size(); at-- > 0;) {
            ConfigNode const* found = given_by(*around[at], key, number);
            if (found != nullptr && found->kind == ConfigNode::Kind::scalar) return found->scalar;
        }
        return {};
    }

    /// The citation in the file that gives the number, because other files may use the same key.
    [[nodiscard]] std::string citation(ConfigNode const& number, std::string const& source) const {
        if (sources == nullptr) return {};
        ConfigNode const* found = given_by(*sources, source, number);
        if (found == nullptr) found = sources->find(source);
        return found != nullptr ? found->scalar : std::string();
    }

    void add(ConfigNode const& node, std::string const& path) {
        Fact fact;
        fact.path = path;
        fact.value = shown(node);
        fact.source = nearest(node, "source");
        fact.confidence = nearest(node, "confidence");
        // A note describes the mapping that contains it, not every number below.
        if (ConfigNode const* note = around.back()->find("note");
            note && around.back()->find("value"))
            fact.note = note->scalar;
        fact.citation = citation(node, fact.source);
        fact.span = node.span();
        fact.line_text = node.line_text();
        fact.is_number = is_number(node) || is_number_list(node);
        facts.push_back(std::move(fact));
    }

    /// Adds a row for the `note:` of a mapping; a note next to a `value:` belongs to the number.
    void add_note(ConfigNode const& mapping, std::string const& path) {
        ConfigNode const* note = mapping.find("note");
        if (note == nullptr || mapping.find("value") != nullptr) return;
        Fact fact;
        fact.path = path;
        fact.note = note->scalar;
        // A remark is nothing but its text and where that is from; other mappings have parts with sources of their own.
        bool const remark =
            std::ranges::all_of(mapping.entries, [](ConfigNode::Entry const& entry) {
                return is_prose(entry.key, false);
            });
        if (remark) {
            around.push_back(&mapping);
            fact.source = nearest(*note, "source");
            fact.confidence = nearest(*note, "confidence");
            fact.citation = citation(*note, fact.source);
            around.pop_back();
        }
        fact.span = mapping.span();
        fact.line_text = mapping.line_text();
        fact.is_number = false;
        facts.push_back(std::move(fact));
    }

    void walk(ConfigNode const& node, std::string const& path) {
        if (is_number(node) || is_number_list(node)) return add(node, path);
        if (with_texts && is_text(node)) return add(node, path);
        if (with_texts) add_note(node, path);
        for (std::size_t i = 0; i < node.items.size(); ++i)
            walk(node.items[i], fmt::format("{}.{}", path, i));
        around.push_back(&node);
        for (ConfigNode::Entry const& entry : node.entries) {
            if (is_prose(entry.key, path.empty())) continue;
            // `{value: …}` is the number itself, not a level of the document.
            bool const wrapper = !path.empty() && entry.key == "value";
            std::string const dot = path.empty() ? "" : ".";
            walk(entry.value, wrapper ? path : fmt::format("{}{}{}", path, dot, entry.key));
        }
        around.pop_back();
    }
};

/// The words that an annotation may use, and what messages call them.
struct Vocabulary {
    std::string_view key;
    std::string_view what;
    std::vector<std::string> words;
};

void check_words(ConfigNode const& node, Vocabulary const& allowed, Diagnostics& diagnostics) {
    for (ConfigNode const& item : node.items) check_words(item, allowed, diagnostics);
    for (ConfigNode::Entry const& entry : node.entries) {
        check_words(entry.value, allowed, diagnostics);
        std::string const& word = entry.value.scalar;
        bool const known = std::ranges::find(allowed.words, word) != allowed.words.end();
        if (entry.key != allowed.key || entry.value.kind != ConfigNode::Kind::scalar || known)
            continue;
        Diagnostic d = problem_at(
            entry.value, Code::unknown_name, fmt::format("\"{}\" is not {}", word, allowed.what));
        d.help = did_you_mean(word, allowed.words);
        diagnostics.add(std::move(d));
    }
}

void check_sources(ConfigNode const& sources, Diagnostics& diagnostics) {
    if (sources.kind != ConfigNode::Kind::mapping) {
        diagnostics.add(problem_at(
            sources, Code::wrong_type, "\"sources\" is not a mapping of keys to citations"));
    }
    for (ConfigNode::Entry const& entry : sources.entries) {
        if (entry.value.kind == ConfigNode::Kind::scalar) continue;
        bool const empty = entry.value.kind == ConfigNode::Kind::null;
        diagnostics.add(
            problem_at(empty ? entry.key_node : entry.value,
                       Code::wrong_type,
                       fmt::format("the source \"{}\" has no citation text", entry.key)));
    }
}

Diagnostic unsourced(Fact const& fact) {
    std::string_view lacks = "source and no confidence";
    if (!fact.source.empty()) lacks = "confidence";
    if (!fact.confidence.empty()) lacks = "source";
    Diagnostic d;
    d.code = Code::no_provenance;
    d.where = fact.span;
    d.line_text = fact.line_text;
    d.message = fmt::format("\"{}\" has no {}", fact.path, lacks);
    d.help = fmt::format("write {{value: {}, source: …, confidence: …}}, or add both keys to a "
                         "mapping that contains it",
                         fact.value);
    return d;
}

}  // namespace

std::string_view name_of(Confidence confidence) {
    return enum_name(confidence);
}

std::optional<Fact> fact_at(ConfigNode const& document, std::string_view path) {
    Collector collector{.sources = document.find("sources"), .facts = {}};
    ConfigNode const* at = &document;
    std::string whole(path);
    while (!path.empty()) {
        std::string_view const key = take_step(*at, path);
        collector.around.push_back(at);
        at = at->find(key);
        if (at == nullptr) return std::nullopt;
    }
    if (ConfigNode const* value = at->find("value")) {
        collector.around.push_back(at);
        at = value;
    }
    if (at->kind == ConfigNode::Kind::mapping || collector.around.empty()) return std::nullopt;
    collector.add(*at, std::move(whole));
    return std::move(collector.facts.front());
}

std::map<std::string, std::string> sources_of(ConfigNode const& document) {
    std::map<std::string, std::string> sources;
    ConfigNode const* mapping = document.find("sources");
    if (mapping == nullptr) return sources;
    for (ConfigNode::Entry const& entry : mapping->entries)
        if (!entry.key.ends_with(replaced_suffix)) sources[entry.key] = entry.value.scalar;
    return sources;
}

std::vector<Fact> facts_of(ConfigNode const& document) {
    Collector collector{.sources = document.find("sources"), .facts = {}};
    if (document.kind == ConfigNode::Kind::mapping) collector.walk(document, "");
    return std::move(collector.facts);
}

std::vector<Fact> values_of(ConfigNode const& document) {
    Collector collector{.sources = document.find("sources"), .facts = {}, .with_texts = true};
    if (document.kind == ConfigNode::Kind::mapping) collector.walk(document, "");
    return std::move(collector.facts);
}

void check_provenance(ConfigNode const& document, Diagnostics& diagnostics) {
    if (ConfigNode const* sources = document.find("sources")) check_sources(*sources, diagnostics);
    Vocabulary sources{"source", "a key of `sources:`", {}};
    for (auto const& [key, citation] : sources_of(document)) sources.words.push_back(key);
    Vocabulary confidence{"confidence", "a confidence", {}};
    for (auto const& [name, value] : enum_names<Confidence>) confidence.words.emplace_back(name);
    check_words(document, sources, diagnostics);
    check_words(document, confidence, diagnostics);
    for (Fact const& fact : facts_of(document))
        if (fact.source.empty() || fact.confidence.empty()) diagnostics.add(unsourced(fact));
}

void read_corrections(Reader& reader) {
    for (Reader& correction : reader.list("corrections")) {
        correction.text("seed");
        correction.text("used");
        correction.text("why");
        correction.finish();
    }
}

void read_remarks(Reader& reader) {
    for (auto& [name, remark] : reader.named_children("remarks")) {
        for (char const* key : {"note", "source", "confidence"}) remark.require(key);
        remark.finish();
    }
}

void check_schema_name(Reader& reader, std::string_view expected) {
    reader.schema(expected);
}

}  // namespace clustersim
