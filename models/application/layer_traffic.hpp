// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/framework.hpp"
#include "models/application/plan.hpp"
#include "models/application/transformer.hpp"
#include "models/collective/collective.hpp"
#include "sim/core/quantity.hpp"

namespace clustersim {

/// The devices of a plan's groups and how they share the ports of a node: tensor ranks are innermost, then
/// context ranks, then replicas, then stages.
Group tensor_group(Plan const& plan, int devices_per_node);
Group context_group(Plan const& plan, int devices_per_node);
/// Devices that hold copies of the same weights: replicas and context.
Group replica_group(Plan const& plan, int devices_per_node);
Group expert_group(Plan const& plan, int devices_per_node);
/// Replicas of the same experts.
Group expert_replica_group(Plan const& plan, int devices_per_node);
/// Whether a stage's devices reach those of the next stage without leaving the node.
bool stages_share_node(Plan const& plan, int devices_per_node);

/// One micro-batch in one layer, one direction: collectives inside and around the layer.
struct LayerTraffic {
    Duration tensor{};   ///< of a forward pass; a backward pass sends as much
    Duration context{};  ///< keys and values of a forward pass; a backward pass sends twice as much
    Duration expert{};   ///< of a forward pass; a backward pass sends as much
};
LayerTraffic layer_traffic(Transformer const& model,
                           Plan const& plan,
                           Framework const& framework,
                           Network const& network,
                           int devices_per_node);

/// Messages between neighbouring stages for one micro-batch and one direction.
Duration stage_message(Transformer const& model,
                       Plan const& plan,
                       Network const& network,
                       int devices_per_node);

/// Collectives that reduce the `gradients` of a device, of `gradient` bytes each, in `layers` layers.
double bucket_count(GradientBucket const& bucket,
                    double gradients,
                    Bytes gradient,
                    double layers,
                    Plan const& plan);

/// A buffer cut into `count` buckets, each sent by one collective.
struct Bucketed {
    Duration total{};
    Duration one{};  ///< of the last bucket, which nothing hides
};
Bucketed bucketed(
    Collective collective, Bytes size, double count, Group const& group, Network const& network);

}  // namespace clustersim
