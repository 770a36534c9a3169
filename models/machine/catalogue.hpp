// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/machine/link_class.hpp"
#include "models/machine/provenance.hpp"
#include "models/machine/system.hpp"
#include "models/machine/system_config.hpp"
#include "sim/config/yaml_folder.hpp"

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace clustersim {

/// The texts that describe a machine.
struct MachineDocuments {
    ConfigNode document;                             ///< with its `extends:` resolved
    std::map<std::string, ConfigNode> accelerators;  ///< of those from the catalogue
    std::map<std::string, ConfigNode> links;         ///< likewise of the classes of links
};

/// A machine with the texts it came from: every number's source stays in the documents.
struct LoadedSystem : MachineDocuments {
    System system;
    Diagnostics warnings;
};

/// Who knows Slurm, which this folder does not: reads the block `slurm:` of a machine, and makes a
/// machine of a file that describes nothing but a Slurm (schema clustersim/site/1).
struct SlurmReaders {
    SlurmReader block;
    std::function<Result<System>(ConfigNode const& document)> site;
};

/// The machines of one folder: NAME.yaml each, accelerators/NAME.yaml and links/NAME.yaml.
class Catalogue {
  public:
    explicit Catalogue(std::filesystem::path folder, SlurmReaders slurm = {})
        : folder_(std::move(folder)), slurm_(std::move(slurm)) {}

    /// Names of the machines, sorted; empty when the folder cannot be read.
    [[nodiscard]] std::vector<std::string> names() const;

    /// A machine of the catalogue by name, or any file by its path (anything with a `/` or ending in
    /// `.yaml` or `.yml`; relative to `from`). `extends:` takes either too. All problems are reported.
    [[nodiscard]] Result<LoadedSystem> load(std::string const& name_or_path,
                                            std::filesystem::path const& from = {}) const;
    /// A machine already in memory, such as a scenario's `system:` block with `extends:` laid out.
    [[nodiscard]] Result<LoadedSystem> read(ConfigNode document) const;
    /// A machine with documents of its own for accelerators and classes of links, which come before those of
    /// the folder; its document may hold the tree of a site file under `slurm:`.
    [[nodiscard]] Result<LoadedSystem> read(MachineDocuments documents) const;
    /// A class of links by name or path; all of the catalogue's, by name.
    [[nodiscard]] Result<LinkClass> link_class(std::string const& name) const;
    [[nodiscard]] Result<std::vector<LinkClass>> link_classes() const;
    /// The file that a name or path stands for.
    [[nodiscard]] Result<std::filesystem::path> find(std::string const& name_or_path,
                                                     std::filesystem::path const& from) const;

  private:
    [[nodiscard]] YamlFolder machines() const;
    [[nodiscard]] YamlFolder accelerators() const;
    [[nodiscard]] YamlFolder links() const;

    std::filesystem::path folder_;
    SlurmReaders slurm_;
};

/// The facts of a machine and of the catalogue's accelerators that it uses (path
/// "accelerators.NAME.…"), in that order.
std::vector<Fact> facts_of(LoadedSystem const& loaded);
/// Likewise with the words of both, but for those at the head of the machine (its site, its names).
std::vector<Fact> values_of(LoadedSystem const& loaded);

}  // namespace clustersim
