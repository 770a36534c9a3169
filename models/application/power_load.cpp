// SPDX-License-Identifier: Apache-2.0
//
// Load of a device over a step, from which its power follows.
//
// Equation. (work + 0.6 (starts of kernels + collectives + messages + waiting for stages and other devices)) / step. While
// the device waits for its host or for samples it has no load.
// Source. Kernels of collectives poll for messages, and between small kernels the clocks stay up. Two models of Patel et
// al., Characterizing Power Management Opportunities for LLMs in the Cloud, ASPLOS 2024, fall to 50 and 75 % of an A100's
// rated power between iterations of training (recalled): 0.47 and 0.78 of what they draw above idle otherwise.
// Domain. Means over steps of training; kernels that compute little while they run are at full load.
#include "models/application/step_time.hpp"

namespace clustersim {

double StepTime::power_load() const {
    constexpr double polling = 0.6;
    Duration const waits = sum_of(*this, StepPart::Kind::network) + bubble + idle;
    return (work + polling * (busy() - work + waits)) / total;
}

}  // namespace clustersim
