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

/// The name of samples that are generated on the devices and not loaded.
inline constexpr std::string_view synthetic_data = "synthetic";

/// Where the samples of a step come from.
struct StepData {
    std::optional<Store> store;  ///< unset: synthetic
    SampleInput sample;
    int loader_cores = 1;  ///< of a node
    std::string remark;    ///< why it differs from the application's file; may be empty

    [[nodiscard]] std::string name() const {
        return store ? store->name : std::string(synthetic_data);
    }
};

/// The parts of a machine through which a step's samples pass.
struct DataPlace {
    System const& system;
    NodeType const& type;
};

/// `name` is a file system of the machine, "disk", "ram" or "synthetic". Empty: the application's own, or the machine's
/// file system if the machine does not have it. A given name is refused if the machine lacks it (CS0108, CS0201), if it
/// is too small (CS0201) or if the samples are not described (CS0104).
Result<StepData>
step_data(Application const& application, DataPlace place, std::string const& name);

}  // namespace clustersim
