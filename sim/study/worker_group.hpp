// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

namespace clustersim {

/// Runs `work` on that many threads, the calling one among them, or on fewer if the system gives no more. After an
/// exception `stop` is called, which must make the others end; the first one is thrown again when all have ended.
void run_workers(unsigned workers,
                 std::function<void()> const& work,
                 std::function<void()> const& stop);

}  // namespace clustersim
