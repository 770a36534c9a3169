// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/scenario/library.hpp"
#include "sim/scenario/read_inputs.hpp"
#include "sim/slurm/read/machine/slurm_readers.hpp"
#include "sim/workload/recorded_backlogs.hpp"

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace clustersim {

/// Machines, applications and mixes by name or path, each read once. Errors are those of their readers.
class InputCache {
  public:
    /// `known` are inputs that were read before.
    explicit InputCache(Library const& library, ReadInputs known = {})
        : library_(library),
          machines_(machine_catalogue(library.systems, library.kept_machines())),
          read_(std::move(known)) {}

    Result<std::shared_ptr<LoadedSystem const>> system(std::string const& name);
    /// A machine with the changes of a scenario's `policy:`; the machine itself if there are none.
    Result<std::shared_ptr<LoadedSystem const>> system_under(std::string const& name,
                                                             ConfigNode const& policy);
    /// An application by its name or path, or written in place. `framework` names software other than the application's;
    /// empty: its own.
    Result<KnownApplication> application(ConfigNode const& given,
                                         std::string const& framework = {});
    /// The same under a release of its software (models/application/current_release.hpp).
    Result<KnownApplication> application_under(ConfigNode const& given, std::string const& release);
    Result<std::shared_ptr<Mix const>> mix(std::string const& name);
    /// A file of recorded waits by its path.
    Result<std::vector<RecordedWait>> evidence(std::string const& path);
    /// The hours of a country's grid.
    Result<std::shared_ptr<GridHours const>> grid_hours(std::string const& country);
    /// The backlogs of the machines for which they were recorded; not for a stored result, which
    /// holds the backlogs that were used.
    Result<std::shared_ptr<RecordedBacklogs const>> recorded_backlogs();
    /// All that was read so far.
    [[nodiscard]] ReadInputs const& inputs() const { return read_; }

  private:
    using Change = std::function<Result<ConfigNode>(ConfigNode)>;
    Result<KnownApplication>
    changed_application(ConfigNode const& given, std::string const& by, Change const& change);

    Library const& library_;
    Catalogue machines_;
    ReadInputs read_;
    std::shared_ptr<RecordedBacklogs const> backlogs_;
    /// By name and policy. A result holds the machines and the policy, not these.
    std::map<std::string, std::shared_ptr<LoadedSystem const>> changed_;
};

}  // namespace clustersim
