// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/application.hpp"
#include "models/application/sample_input.hpp"
#include "models/machine/system.hpp"
#include "models/storage/store.hpp"
#include "sim/core/result.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace clustersim {

/// The name of samples that are made on the devices and loaded from nowhere.
inline constexpr std::string_view synthetic_data = "synthetic";

/// Where the samples of a step come from.
struct StepData {
    std::optional<Store> store;  ///< unset: synthetic
    SampleInput sample;
    int loader_cores = 1;  ///< of a node
    std::string remark;    ///< why it is not what the application says, or nothing

    [[nodiscard]] std::string name() const {
        return store ? store->name : std::string(synthetic_data);
    }
};

/// The part of a machine that a step's samples pass through.
struct DataPlace {
    System const& system;
    NodeType const& type;
};

/// `name` is a file system of the machine, "disk", "ram" or "synthetic"; empty: as the application says, and where the
/// machine does not have it the file system that it has. Named, it is refused where the machine lacks it (CS0108,
/// CS0201), where it is too small (CS0201) or where nothing is known of the samples (CS0104).
Result<StepData>
step_data(Application const& application, DataPlace place, std::string const& name);

}  // namespace clustersim
