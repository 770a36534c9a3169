// SPDX-License-Identifier: Apache-2.0
//
// Keys and values that move from the devices of a prompt to those that generate.
//
// Equation. One message of each device: the line through the times of 1 and of 1,025 tokens.
// Source. Zhong et al., "DistServe", OSDI 2024, section 3.3: on fast networks the transfer is a small part of the prefill.
// Domain. Both groups are equally wide, so that no number is regrouped. The message does not start before the whole prompt
// has passed; engines that send layer by layer hide most of it.
#include "models/application/cache_transfer.hpp"

#include "models/collective/collective.hpp"
#include "models/collective/domain.hpp"

#include <algorithm>

namespace clustersim {

CacheTransfer cache_transfer(Transformer const& model,
                             InferencePlan const& plan,
                             Platform const& platform,
                             int devices) {
    int const per_node = std::max(1, platform.node.gpus);
    bool const within = devices <= per_node;
    Network const network = network_of(platform.node, platform.fabric, within ? 1 : 2);
    Group const pair{2, within ? 2 : 1, 1};
    auto const time = [&](double tokens) {
        return choose(Collective::send_recv, cache_per_token(model, plan) * tokens, pair, network)
            .time;
    };
    constexpr double many = 1024.0;
    Duration const one = time(1.0);
    Duration const token = (time(1.0 + many) - one) * (1.0 / many);
    return {std::max(Duration{}, one - token), token};
}

}  // namespace clustersim
