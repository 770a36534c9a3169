// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace clustersim {

struct NormalComponent {
    double weight = 1.0;  ///< of all components together 1
    double mean = 0.0;
    double deviation = 1.0;  ///< standard deviation, positive
};

/// P(value <= x)
double mixture_cdf(std::span<NormalComponent const> mixture, double x);

/// A mixture of `components` normal distributions, by expectation-maximisation (A. Dempster, N.
/// Laird, D. Rubin, J. R. Stat. Soc. B 39 (1977) 1) from equal parts of the sorted values. No
/// deviation is below `smallest`, so that heaps of equal values do not become spikes without width.
/// `ascending` is not empty. The components are sorted by mean.
std::vector<NormalComponent>
fit_normal_mixture(std::span<double const> ascending, std::size_t components, double smallest);

/// The mixture of 1 to `most` components with the smallest Bayesian information criterion,
/// -2 ln L + (3 k - 1) ln n (G. Schwarz, Ann. Stat. 6 (1978) 461).
std::vector<NormalComponent>
choose_normal_mixture(std::span<double const> ascending, std::size_t most, double smallest);

}  // namespace clustersim
