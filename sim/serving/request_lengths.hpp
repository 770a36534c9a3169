// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/random_stream.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace clustersim {

/// Tokens of prompts and outputs: fixed, or log-normal around their means.
struct RequestLengths {
    int prompt = 1024;
    int output = 256;
    double spread = 0.0;       ///< standard deviation over mean, of both
    std::int64_t at_most = 0;  ///< tokens of one request, that is, those of the cache

    struct Sample {
        int prompt = 1;
        int output = 1;
    };

    [[nodiscard]] Sample sample(RandomStream& random) const {
        if (spread <= 0.0) return {prompt, output};
        Sample const s{around(prompt, random), around(output, random)};
        // Longer requests are cut, as engines cut them at their longest sequence.
        auto const p = std::min<std::int64_t>(s.prompt, std::max<std::int64_t>(1, at_most - 1));
        return {static_cast<int>(p),
                static_cast<int>(std::clamp<std::int64_t>(at_most - p, 1, s.output))};
    }

  private:
    [[nodiscard]] int around(int mean, RandomStream& random) const {
        double const variance = std::log1p(spread * spread);
        double const length =
            random.lognormal(std::log(mean) - 0.5 * variance, std::sqrt(variance));
        return static_cast<int>(std::clamp(std::round(length), 1.0, 1e9));
    }
};

}  // namespace clustersim
