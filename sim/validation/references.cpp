// SPDX-License-Identifier: Apache-2.0
#include "sim/validation/references.hpp"

#include "models/application/catalogue.hpp"
#include "models/machine/catalogue.hpp"
#include "models/machine/known_as.hpp"

#include <fmt/format.h>

namespace clustersim {
namespace {

/// The default partition, or the first with accelerators where that has none.
Partition const& training_partition(System const& system) {
    Partition const& usual = system.default_partition();
    if (system.accelerator_of(system.node_type_of(usual)) != nullptr) return usual;
    for (Partition const& partition : system.partitions) {
        if (system.accelerator_of(system.node_type_of(partition)) != nullptr) return partition;
    }
    return usual;
}

/// Texts by which tables name the machine.
std::vector<std::string> names_in_tables(LoadedSystem const& loaded) {
    std::vector<std::string> names;
    ConfigNode const* const node = loaded.document.find("known_as");
    if (node == nullptr) return names;
    for (ConfigNode const& item : node->items) names.push_back(item.scalar);
    return names;
}

}  // namespace

Result<References> References::load(ReferenceFolders const& folders) {
    References references;
    references.folders_ = folders;
    Catalogue const catalogue(folders.systems);
    std::filesystem::path const of_references = folders.systems / "reference";
    std::vector<std::string> places = catalogue.names();
    for (std::string const& name : Catalogue(of_references).names())
        places.push_back((of_references / (name + ".yaml")).string());
    Diagnostics problems;
    for (std::string const& place : places) {
        auto loaded = catalogue.load(place);
        if (loaded) {
            references.machines_.push_back({loaded->system, names_in_tables(*loaded)});
        } else {
            problems.append(std::move(loaded.error()));
        }
    }
    if (problems.has_errors()) return failure(std::move(problems));
    return references;
}

System const* References::machine(std::string_view hardware) const {
    System const* best = nullptr;
    std::size_t longest = 0;
    for (KnownSystem const& known : machines_) {
        std::size_t const length = longest_match(known.known_as, hardware);
        if (length <= longest) continue;
        best = &known.system;
        longest = length;
    }
    return best;
}

System const* References::machine_named(std::string_view name) const {
    for (KnownSystem const& known : machines_) {
        if (known.system.name == name) return &known.system;
    }
    return nullptr;
}

Result<Platform> References::platform(std::string_view hardware) const {
    System const* const system = machine(hardware);
    if (system == nullptr) {
        return failure(
            problem(Code::unknown_name,
                    hardware.empty() ? std::string("the hardware is not stated")
                                     : fmt::format("no machine is known as \"{}\"", hardware),
                    "a file of systems/ or systems/reference/ with such a text in `known_as`"));
    }
    return platform_on(*system);
}

Result<Platform> References::platform_on(System const& system) const {
    return platform_of(system, training_partition(system));
}

Result<Application> References::application(std::string const& name) const {
    auto const found = applications_.find(name);
    if (found != applications_.end()) return found->second;
    auto loaded = load_application(name, folders_.applications);
    if (loaded) applications_.emplace(name, *loaded);
    return loaded;
}

Result<Framework> References::framework(std::string const& name) const {
    auto const found = frameworks_.find(name);
    if (found != frameworks_.end()) return found->second;
    auto loaded = load_framework(name, folders_.applications.parent_path() / "frameworks");
    if (loaded) frameworks_.emplace(name, *loaded);
    return loaded;
}

}  // namespace clustersim
