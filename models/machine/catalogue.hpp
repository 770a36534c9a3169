// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/machine/communication.hpp"
#include "models/machine/grid_hours.hpp"
#include "models/machine/kept_machines.hpp"
#include "models/machine/link_class.hpp"
#include "models/machine/loaded_system.hpp"
#include "models/machine/provenance.hpp"
#include "models/machine/system.hpp"
#include "models/machine/system_config.hpp"
#include "sim/config/yaml_folder.hpp"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace clustersim {

/// Functions that read what concerns Slurm, which this folder does not know: the block `slurm:` of
/// a machine, and a machine from a file that describes only a Slurm (schema clustersim/site/1).
struct SlurmReaders {
    SlurmReader block;
    std::function<Result<System>(ConfigNode const& document)> site;
};

/// The machines of one folder: NAME.yaml for each, accelerators/NAME.yaml, links/NAME.yaml,
/// communication/NAME.yaml and grid/COUNTRY.yaml.
class Catalogue {
  public:
    /// `kept` has what was read before from this folder by the same readers; may be null.
    explicit Catalogue(std::filesystem::path folder,
                       SlurmReaders slurm = {},
                       std::shared_ptr<KeptMachines> kept = nullptr)
        : folder_(std::move(folder)), slurm_(std::move(slurm)), kept_(std::move(kept)) {}

    /// Names of the machines, sorted; empty if the folder cannot be read.
    [[nodiscard]] std::vector<std::string> names() const;

    /// A machine of the catalogue by name, or any file by its path (anything with a `/` or ending in
    /// `.yaml` or `.yml`; relative to `from`). `extends:` takes either too. Reports all problems.
    [[nodiscard]] Result<LoadedSystem> load(std::string const& name_or_path,
                                            std::filesystem::path const& from = {}) const;
    /// A machine already in memory, such as a scenario's `system:` block after merging `extends:`.
    [[nodiscard]] Result<LoadedSystem> read(ConfigNode document) const;
    /// A machine with its own documents of accelerators and classes of links, which take precedence over those of
    /// the folder; its document may hold the tree of a site file under `slurm:`.
    [[nodiscard]] Result<LoadedSystem> read(MachineDocuments documents) const;
    /// An accelerator by name or path; below, all of the catalogue by name.
    [[nodiscard]] Result<Accelerator> accelerator(std::string const& name) const;
    [[nodiscard]] Result<std::vector<Accelerator>> accelerator_kinds() const;
    /// A class of links by name or path; below, all classes of the catalogue by name.
    [[nodiscard]] Result<LinkClass> link_class(std::string const& name) const;
    [[nodiscard]] Result<std::vector<LinkClass>> link_classes() const;
    /// The same for the software between libraries and ports, and for that of benchmarks.
    [[nodiscard]] Result<CommunicationSoftware> communication(std::string const& name) const;
    [[nodiscard]] Result<std::vector<CommunicationSoftware>> communications() const;
    /// The hours of the grid of a country, by its code as in machines; a problem says which countries have any.
    [[nodiscard]] Result<GridHours> grid_hours(std::string const& country) const;
    /// The file of a name or path.
    [[nodiscard]] Result<std::filesystem::path> find(std::string const& name_or_path,
                                                     std::filesystem::path const& from) const;

  private:
    [[nodiscard]] YamlFolder machines() const;
    [[nodiscard]] YamlFolder accelerators() const;
    [[nodiscard]] YamlFolder links() const;
    [[nodiscard]] YamlFolder software() const;
    [[nodiscard]] YamlFolder grids() const;

    std::filesystem::path folder_;
    SlurmReaders slurm_;
    std::shared_ptr<KeptMachines> kept_;
};

/// The facts of a machine, then those of the catalogue's accelerators that it uses (path
/// "accelerators.NAME.…").
std::vector<Fact> facts_of(LoadedSystem const& loaded);
/// The same including text values, without those at the head of the machine (its site, its names).
std::vector<Fact> values_of(LoadedSystem const& loaded);

}  // namespace clustersim
