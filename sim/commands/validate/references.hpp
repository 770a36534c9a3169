// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/application_catalogue.hpp"
#include "models/application/platform.hpp"
#include "models/application/serving_software.hpp"
#include "models/machine/system.hpp"
#include "sim/core/result.hpp"

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace clustersim {

/// The folders of machines and applications.
struct ReferenceFolders {
    std::filesystem::path systems;  ///< machines; those of published measurements in reference/
    std::filesystem::path applications;  ///< workloads/applications; frameworks/ is next to it
};

/// The machines and applications that published measurements refer to, read once.
class References {
  public:
    /// Reads all machines and applications; a broken file is a failure.
    static Result<References> load(ReferenceFolders const& folders);

    /// The machine of systems/ that the text names, else the one with the longest matching `known_as`; nothing if no
    /// machine
    /// matches.
    [[nodiscard]] System const* machine(std::string_view hardware) const;
    /// The platform of the machine with this name.
    [[nodiscard]] System const* machine_named(std::string_view name) const;
    /// Its default partition, or the first with accelerators; CS0108 with the text if no machine matches.
    [[nodiscard]] Result<Platform> platform(std::string_view hardware) const;
    /// That partition of a machine.
    static Result<Platform> platform_on(System const& system);
    [[nodiscard]] Result<Application> application(std::string const& name) const;
    /// An application that is trained, or any other.
    [[nodiscard]] Result<AnyApplication> any_application(std::string const& name) const;
    /// The application with the longest of its `known_as` whose words are all words of the text ("llama 3 8b" of
    /// "Llama-3 8B, pretraining"); CS0108 with the text where no file says so.
    [[nodiscard]] Result<Application> application_known_as(std::string_view text) const;
    /// The engine of workloads/engines with the longest matching `known_as`; CS0108 with the text if none matches.
    [[nodiscard]] Result<ServingSoftware> engine_known_as(std::string_view text) const;
    /// A framework of workloads/frameworks.
    [[nodiscard]] Result<Framework> framework(std::string const& name) const;
    [[nodiscard]] ReferenceFolders const& folders() const { return folders_; }

  private:
    struct KnownSystem {
        System system;
        std::vector<std::string> known_as;
        std::vector<std::string> names;  ///< its own; none of a reference
    };

    ReferenceFolders folders_;
    std::vector<KnownSystem> machines_;
    std::map<std::string, Application> applications_;
    std::vector<ServingSoftware> engines_;
    mutable std::map<std::string, Framework> frameworks_;
};

}  // namespace clustersim
