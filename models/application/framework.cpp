// SPDX-License-Identifier: Apache-2.0
#include "models/application/framework.hpp"

namespace clustersim {

Framework Framework::under(HostSettings settings) const {
    Framework framework = *this;
    framework.host = settings.over(host);
    if (framework.host.router == ExpertRouter::separate) framework.routed_wait += router_wait;
    if (framework.host.graphs != Graphs::none) framework.host_per_kernel = {};
    if (framework.host.graphs == Graphs::full) framework.routed_host = framework.routed_wait = {};
    return framework;
}

}  // namespace clustersim
