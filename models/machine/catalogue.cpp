// SPDX-License-Identifier: Apache-2.0
#include "models/machine/catalogue.hpp"

#include "models/machine/accelerator_config.hpp"
#include "models/machine/communication_config.hpp"
#include "sim/core/ascii.hpp"
#include "sim/core/claimed_outputs.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>

namespace clustersim {

namespace fs = std::filesystem;

namespace {

/// All documents of a folder, or all of their problems.
template <class Document, class Read>
Result<std::vector<Document>> all_of(std::vector<std::string> const& names, Read const& read) {
    Diagnostics problems;
    std::vector<Document> all;
    for (std::string const& name : names) {
        auto one = read(name);
        if (one)
            all.push_back(std::move(*one));
        else
            problems.append(std::move(one.error()));
    }
    if (problems.has_errors()) return failure(std::move(problems));
    return all;
}

}  // namespace

std::vector<std::string> Catalogue::names() const {
    return machines().names();
}

Result<fs::path> Catalogue::find(std::string const& name_or_path, fs::path const& from) const {
    return machines().find(name_or_path, from);
}

Result<LoadedSystem> Catalogue::load(std::string const& name_or_path, fs::path const& from) const {
    auto const path = machines().find(name_or_path, from);
    // A file that the question writes must not be read.
    bool const is_own = path && kept_ && path->parent_path() == folder_ && !also_written(*path);
    if (is_own)
        if (auto const known = kept_->of(*path)) return *known;
    auto const begun = fs::file_time_type::clock::now();
    auto document = machines().read(name_or_path, from);
    if (!document) return failure(std::move(document.error()));
    auto loaded = read(std::move(*document));
    if (is_own && loaded) kept_->keep(*path, std::make_shared<LoadedSystem const>(*loaded), begun);
    return loaded;
}

YamlFolder Catalogue::machines() const {
    return {folder_, "machine"};
}

YamlFolder Catalogue::accelerators() const {
    return {folder_ / "accelerators", "accelerator"};
}

YamlFolder Catalogue::links() const {
    return {folder_ / "links", "class of links"};
}

YamlFolder Catalogue::software() const {
    return {folder_ / "communication", "communication software"};
}

YamlFolder Catalogue::grids() const {
    return {folder_ / "grid", "country"};
}

Result<Accelerator> Catalogue::accelerator(std::string const& name) const {
    auto text = accelerators().read(name);
    if (!text) return failure(std::move(text.error()));
    return read_accelerator_document(*text);
}

Result<std::vector<Accelerator>> Catalogue::accelerator_kinds() const {
    return all_of<Accelerator>(
        accelerators().names(), [&](auto const& name) { return accelerator(name); });
}

Result<LinkClass> Catalogue::link_class(std::string const& name) const {
    auto text = links().read(name, folder_ / "links");
    if (!text) return failure(std::move(text.error()));
    return read_link_class_document(*text);
}

Result<std::vector<LinkClass>> Catalogue::link_classes() const {
    return all_of<LinkClass>(
        links().names(), [&](auto const& name) { return link_class(name); });
}

Result<CommunicationSoftware> Catalogue::communication(std::string const& name) const {
    auto text = software().read(name, folder_ / "communication");
    if (!text) return failure(std::move(text.error()));
    return read_communication_document(*text);
}

Result<GridHours> Catalogue::grid_hours(std::string const& country) const {
    std::string const file = lower(country);
    auto const known = grids().names();
    if (!std::ranges::count(known, file)) {
        std::string countries = fmt::format("{}", fmt::join(known, ", "));
        for (char& letter : countries)
            letter = static_cast<char>(std::toupper(static_cast<unsigned char>(letter)));
        return failure(problem(
            Code::unknown_name,
            fmt::format("the grid of {} has no data by the hour", country),
            countries.empty()
                ? "the annual average works: leave `energy` out"
                : fmt::format("the annual average works: leave `energy` out; these have hours: {}",
                              countries)));
    }
    auto document = grids().read(file);
    if (!document) return failure(std::move(document.error()));
    return read_grid_document(*document);
}

Result<std::vector<CommunicationSoftware>> Catalogue::communications() const {
    return all_of<CommunicationSoftware>(
        software().names(), [&](auto const& name) { return communication(name); });
}

Result<LoadedSystem> Catalogue::read(ConfigNode document) const {
    return read(MachineDocuments{std::move(document), {}, {}, {}});
}

Result<LoadedSystem> Catalogue::read(MachineDocuments documents) const {
    LoadedSystem loaded;
    ConfigNode& document = documents.document;
    ConfigNode const* schema = document.find("schema");
    if (slurm_.site && schema != nullptr && schema->scalar.starts_with("clustersim/site/")) {
        auto system = slurm_.site(document);
        if (!system) return failure(std::move(system.error()));
        loaded.system = std::move(*system);
        loaded.document = std::move(document);
        return loaded;
    }
    // The document of that name, recorded in `used` if it can be read.
    auto const find = [](std::map<std::string, ConfigNode> const& given,
                         YamlFolder const& folder,
                         fs::path const& from,
                         std::map<std::string, ConfigNode>& used,
                         auto read_document) {
        return
            [&, read_document, folder, from](std::string const& name, fs::path const& beside = {}) {
                auto const own = given.find(name);
                auto text = own != given.end() ? Result<ConfigNode>(own->second)
                                               : folder.read(name, beside.empty() ? from : beside);
                using Found = decltype(read_document(*text));
                if (!text) return Found(failure(std::move(text.error())));
                Found found = read_document(*text);
                if (found) used.emplace(name, std::move(*text));
                return found;
            };
    };
    auto system = read_system(
        document,
        {find(documents.accelerators,
              accelerators(),
              folder_ / "accelerators",
              loaded.accelerators,
              read_accelerator_document),
         find(documents.links, links(), folder_ / "links", loaded.links, read_link_class_document),
         find(documents.communication,
              software(),
              folder_ / "communication",
              loaded.communication,
              read_communication_document),
         slurm_.block},
        loaded.warnings);
    if (!system) return failure(std::move(system.error()));
    loaded.system = std::move(*system);
    loaded.document = std::move(document);
    return loaded;
}

std::vector<Fact> facts_of(LoadedSystem const& loaded) {
    std::vector<Fact> facts = values_of(loaded);
    std::erase_if(facts, [](Fact const& fact) { return !fact.is_number; });
    return facts;
}

std::vector<Fact> values_of(LoadedSystem const& loaded) {
    std::vector<Fact> facts = values_of(loaded.document);
    std::erase_if(facts, [](Fact const& fact) {
        return !fact.is_number && !fact.value.empty() && fact.path != "successor" &&
               fact.path.find('.') == std::string::npos;
    });
    for (auto const& [name, document] : loaded.accelerators) {
        for (Fact& fact : values_of(document)) {
            fact.path = fmt::format("accelerators.{}.{}", name, fact.path);
            facts.push_back(std::move(fact));
        }
    }
    return facts;
}

}  // namespace clustersim
