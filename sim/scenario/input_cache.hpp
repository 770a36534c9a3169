// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/scenario/library.hpp"
#include "sim/scenario/read_inputs.hpp"
#include "sim/slurm/read/machine/slurm_readers.hpp"

#include <memory>
#include <string>
#include <utility>

namespace clustersim {

/// Machines, applications and mixes by name or path, each read once. Errors are those of their readers.
class InputCache {
  public:
    /// `known` are inputs that were read before.
    explicit InputCache(Library const& library, ReadInputs known = {})
        : library_(library),
          machines_(machine_catalogue(library.systems)),
          read_(std::move(known)) {}

    Result<std::shared_ptr<LoadedSystem const>> system(std::string const& name);
    Result<KnownApplication> application(std::string const& name);
    Result<std::shared_ptr<Mix const>> mix(std::string const& name);
    /// All that was read so far.
    [[nodiscard]] ReadInputs const& inputs() const { return read_; }

  private:
    Library const& library_;
    Catalogue machines_;
    ReadInputs read_;
};

}  // namespace clustersim
