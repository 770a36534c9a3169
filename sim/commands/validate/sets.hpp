// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/commands/validate/validation.hpp"

namespace clustersim {

// One function a file. Each says in its file what the table leaves open and what is assumed for it.
ValidationSet vtrain_multi_set();
ValidationSet vtrain_single_set();
ValidationSet sc21_set();
ValidationSet megatron_2020_set();
ValidationSet megatron_sp_2022_set();
ValidationSet megatron_sp_2022_memory_set();
ValidationSet megatron_core_set();
ValidationSet nemo_launcher_set();
ValidationSet mpt_fsdp_set();
ValidationSet bloom_set();
ValidationSet eurohpc_set();
ValidationSet campaigns_set();
ValidationSet resnet_bert_set();
ValidationSet mlperf_set();
ValidationSet mlperf_v5_set();
ValidationSet lora_set();
ValidationSet nemo_context_set();
ValidationSet epicure_set();
ValidationSet caraml_set();
ValidationSet memory_set();
ValidationSet power_set();
ValidationSet megatron_bridge_set();
ValidationSet recipes_set();
ValidationSet torchtitan_set();
ValidationSet huggingface_set();
ValidationSet reported_set();
ValidationSet collectives_set();
ValidationSet carried_collectives_set();
ValidationSet node_collectives_set();
ValidationSet generic_set();
ValidationSet inference_set();
ValidationSet serving_set();
ValidationSet served_set();
ValidationSet vision_set();
ValidationSet gemm_set();
ValidationSet attention_set();
ValidationSet storage_set();

}  // namespace clustersim
