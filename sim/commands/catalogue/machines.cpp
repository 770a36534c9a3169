// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/catalogue/machines.hpp"

#include "models/fabric/build.hpp"
#include "models/machine/accelerator_config.hpp"
#include "models/machine/communication_config.hpp"
#include "models/machine/grid_hours.hpp"
#include "sim/core/nearest_name.hpp"
#include "sim/slurm/read/machine/slurm_readers.hpp"
#include "sim/slurm/read/yaml/site_yaml.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

namespace clustersim {
namespace {

template <class T>
Result<CheckedFile> facts_if(Result<T> const& read, ConfigNode const& document) {
    if (!read) return failure(read.error());
    return facts_of(document);
}

/// The networks of a machine cannot be built, why.
Diagnostics unbuildable(LoadedSystem const& machine) {
    Diagnostics problems;
    for (std::string const& network : networks_of(machine.system)) {
        auto fabric = build_fabric(machine.system, network, &machine.document);
        if (!fabric) problems.append(std::move(fabric.error()));
    }
    return problems;
}

/// Users are sent to the successor, so it must be a machine of the catalogue, and another one.
Diagnostics unknown_successor(LoadedSystem const& machine, Catalogue const& catalogue) {
    Diagnostics problems;
    std::string const& successor = machine.system.upkeep.successor;
    std::vector<std::string> known = catalogue.names();
    std::erase(known, machine.system.name);
    if (successor.empty() || std::ranges::find(known, successor) != known.end()) return problems;
    ConfigNode const* place = machine.document.find("successor");
    if (ConfigNode const* value = place->find("value")) place = value;
    Diagnostic d = problem_at(*place,
                              Code::unknown_name,
                              successor == machine.system.name
                                  ? "a machine is not its own successor"
                                  : fmt::format("the catalogue has no machine \"{}\"", successor));
    d.help = did_you_mean(successor, known);
    problems.add(std::move(d));
    return problems;
}

std::string age_remark(std::string const& file, Upkeep const& upkeep, Date today) {
    if (!is_outdated(upkeep, today)) return {};
    return fmt::format(
        "{}: last compared with the site's pages on {}, more than a year ago; compare "
        "again and renew `checked`\n",
        file,
        date_text(*upkeep.checked));
}

/// What a check tells besides the facts.
struct Findings {
    Diagnostics problems;  ///< warnings
    std::string remark;
};

Result<CheckedFile> check_document(ConfigNode document,
                                   std::string const& file,
                                   Date today,
                                   Catalogue const& catalogue,
                                   Findings& findings) {
    ConfigNode const* schema = document.find("schema");
    auto const is = [&](std::string_view kind) {
        return schema != nullptr && schema->scalar.starts_with(kind);
    };
    if (is("clustersim/site/")) {
        auto const site = slurm::read_site(document);
        if (!site) return failure(site.error());
        return SiteSize{site->nodes.size(), site->partitions.size()};
    }
    if (is("clustersim/accelerator/"))
        return facts_if(read_accelerator_document(document), document);
    if (is("clustersim/link/")) return facts_if(read_link_class_document(document), document);
    if (is("clustersim/communication/"))
        return facts_if(read_communication_document(document), document);
    if (is("clustersim/grid/")) return facts_if(read_grid_document(document), document);
    auto loaded = catalogue.read(std::move(document));
    if (!loaded) return failure(std::move(loaded.error()));
    findings.problems.append(loaded->warnings);
    Diagnostics problems = unknown_successor(*loaded, catalogue);
    problems.append(unbuildable(*loaded));
    if (problems.has_errors()) return failure(std::move(problems));
    findings.remark = age_remark(file, loaded->system.upkeep, today);
    return facts_of(loaded->document);
}

}  // namespace

Answered<std::vector<LoadedSystem>> known_machines(Library const& library) {
    Answered<std::vector<LoadedSystem>> out;
    Catalogue const catalogue = machine_catalogue(library.systems, library.kept_machines());
    std::vector<std::string> const names = catalogue.names();
    if (names.empty()) {
        out.problems.add(
            problem(Code::cannot_read,
                    fmt::format("no machines in {}", library.systems.string()),
                    "give the folder that contains systems/ and workloads/ with `--data DIR`"));
        return out;
    }
    out.answer.emplace();
    for (std::string const& name : names) {
        auto loaded = catalogue.load(name);
        if (LoadedSystem* system = out.value_of(loaded)) out.answer->push_back(std::move(*system));
    }
    return out;
}

Answered<LoadedSystem> known_machine(std::string const& name, Library const& library) {
    Answered<LoadedSystem> out;
    auto loaded = machine_catalogue(library.systems, library.kept_machines()).load(name);
    if (out.value_of(loaded) == nullptr) return out;
    out.problems.append(loaded->warnings);
    out.answer = std::move(*loaded);
    return out;
}

Answered<CheckedFile>
check_machine_file(std::string const& file, Date today, Library const& library) {
    Answered<CheckedFile> out;
    Findings findings;
    Catalogue const catalogue = machine_catalogue(library.systems, library.kept_machines());
    auto const find = [&](std::string const& name, std::filesystem::path const& folder) {
        return catalogue.find(name, folder);
    };
    auto checked =
        find(file, {})
            .and_then(
                [&](std::filesystem::path const& path) { return read_yaml_extended(path, find); })
            .and_then([&](ConfigNode document) {
                return check_document(std::move(document), file, today, catalogue, findings);
            });
    out.problems = std::move(findings.problems);
    out.remark(std::move(findings.remark));
    if (out.value_of(checked) != nullptr) out.answer = std::move(*checked);
    return out;
}

}  // namespace clustersim
