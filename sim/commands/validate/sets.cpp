// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/validate/sets.hpp"

#include <array>

namespace clustersim {

std::span<ValidationSet const> validation_sets() {
    static std::array const sets{vtrain_single_set(),    vtrain_multi_set(),
                                 megatron_2020_set(),    sc21_set(),
                                 megatron_sp_2022_set(), megatron_sp_2022_memory_set(),
                                 megatron_core_set(),    nemo_launcher_set(),
                                 mpt_fsdp_set(),         bloom_set(),
                                 eurohpc_set(),          campaigns_set(),
                                 resnet_bert_set(),      mlperf_set(),
                                 mlperf_v5_set(),        lora_set(),
                                 nemo_context_set(),     megatron_bridge_set(),
                                 memory_set(),           recipes_set(),
                                 torchtitan_set(),       huggingface_set(),
                                 reported_set(),         epicure_set(),
                                 caraml_set(),           power_set(),
                                 collectives_set(),      carried_collectives_set(),
                                 node_collectives_set(), generic_set(),
                                 inference_set(),        serving_set(),
                                 served_set(),           vision_set(),
                                 storage_set(),          gemm_set(),
                                 attention_set()};
    return sets;
}

}  // namespace clustersim
