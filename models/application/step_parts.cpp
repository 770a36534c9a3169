// SPDX-License-Identifier: Apache-2.0
#include "models/application/step_parts.hpp"

namespace clustersim {

StepParts step_parts(Transformer const& model, Plan const& plan, StepContext const& context) {
    DeviceCeilings const ceilings{context.roofline, context.rest};
    StepParts parts;
    parts.layer = layer_time(model, plan, ceilings, context.framework);
    parts.traffic =
        layer_traffic(model, plan, context.framework, context.network, context.devices_per_node);
    parts.logits = logits_time(model, plan, ceilings, context.framework);
    parts.model_flop = plan.adapters > 0 ? tuning_flop(model) : model_flop(model);
    for (Recompute const recompute :
         {Recompute::none, Recompute::selective, Recompute::full, Recompute::operators}) {
        Flop const again = hardware_flop(model, recompute) - model_flop(model);
        parts.hardware_flop[static_cast<std::size_t>(recompute)] = parts.model_flop + again;
    }
    return parts;
}

}  // namespace clustersim
