// SPDX-License-Identifier: Apache-2.0
#include "models/application/layer_step.hpp"

#include <algorithm>

namespace clustersim {

Duration left_of(Duration traffic, Duration window, double cost) {
    Duration const hidden = std::min(traffic, window);
    return traffic - hidden * (1.0 - cost);
}

LayerStep layer_step(Transformer const& model,
                     Plan const& plan,
                     StepContext const& context,
                     StepParts const& parts) {
    Framework const& framework = context.framework;
    LayerTime const& kernels = parts.layer;
    LayerTraffic const& traffic = parts.traffic;
    double const attention_back = 2.0;
    LayerStep step;
    KernelTime again;
    double repeated = 0.0;
    repeated = plan.recomputed_share(model.depth() / static_cast<double>(plan.pipeline));
    if (plan.recompute == Recompute::selective && !model.fused_attention) again = kernels.attention;
    if (plan.recompute == Recompute::operators) again = kernels.operators;
    // With a capacity, the host knows how many tokens each expert gets.
    double const waits = model.experts.capacity > 0.0 ? 0.0 : model.expert_share();
    // The host issues each collective of the tensor group, too.
    KernelTime collectives;
    if (plan.tensor > 1)
        collectives.kernels = model.blocks() * (plan.sequence_parallel ? 2.0 : 1.0);
    step.forward = paced(kernels.forward + collectives, kernels.routed, waits, context);
    step.again = plan.recompute == Recompute::full ? repeated * step.forward
                                                   : paced(again.time, again.kernels, context);
    step.backward =
        paced(kernels.backward + collectives, kernels.routed_back, 2.0 * waits, context) +
        step.again;

    Duration const tensor = (2.0 + repeated) * traffic.tensor;
    step.tensor = tensor * (1.0 - framework.tensor_overlap * (1.0 - framework.overlap_cost));
    if (plan.context > 1) {
        double const cost = framework.overlap_cost;
        Duration const attention = kernels.attention.time;
        step.context = (1.0 + repeated) * left_of(traffic.context, attention, cost) +
                       left_of(2.0 * traffic.context, attention_back * attention, cost);
    }
    step.expert = (2.0 + repeated) * traffic.expert *
                  (1.0 - framework.expert_overlap * (1.0 - framework.overlap_cost));
    // If the host cannot keep up, the device has idle time for communication.
    step.tensor = std::max(Duration{}, step.tensor - step.forward.host() - step.backward.host());
    return step;
}

}  // namespace clustersim
