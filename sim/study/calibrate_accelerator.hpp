// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/kernel_fit.hpp"
#include "sim/scenario/library.hpp"
#include "sim/study/answered.hpp"
#include "sim/study/kernel_table.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace clustersim {

/// Which ceilings of an accelerator follow from measured kernels?
struct KernelQuestion {
    std::filesystem::path file;
    std::string accelerator;  ///< name or file; empty: the one whose model the table names
};

struct KernelAnswer {
    std::string parent;      ///< name or file of the accelerator before the fit
    Accelerator start;       ///< the same, read
    KernelTable table;       ///< with the used rows only, in the order of the file
    std::size_t unused = 0;  ///< other rows of the file; `problems` has a warning for each
    KernelFit fit;
};

/// Fits the accelerator's ceilings to the rows that say something of one. No answer if the file or a name is wrong, if the times
/// cannot be those of the device (CS0113), or if no row is left.
Answered<KernelAnswer> calibrate_accelerator(KernelQuestion const& question,
                                             Library const& library);

}  // namespace clustersim
