// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/platform.hpp"
#include "models/machine/catalogue.hpp"

#include <functional>
#include <string>
#include <vector>

namespace clustersim {

/// A number of a machine file that neither a data sheet, nor the site's documents, nor a paper gives.
struct UncertainNumber {
    std::string path;        ///< "accelerators.mi250x-gcd.achievable.matrix"
    std::string confidence;  ///< as the file says: "estimate"
    double spread = 0.0;     ///< the true value is taken to lie within this share of the number
    std::function<void(Platform& platform, double factor)> scale;  ///< multiplies it
};

/// The share of a number within which the true value is taken to lie; 0 for numbers that somebody measured or
/// specified. What kernels and collectives make of those is the framework's uncertainty.
double spread_of(Confidence confidence);

/// The uncertain numbers of the machine on which the speed of a training step depends: rates and memory of the
/// accelerator, links and ports of the node, taper and latency of the fabric.
std::vector<UncertainNumber> uncertain_numbers(LoadedSystem const& machine,
                                               Platform const& platform);

}  // namespace clustersim
