// SPDX-License-Identifier: Apache-2.0
#include "sim/history/waits/noon_columns.hpp"

namespace clustersim {

std::vector<FeatureColumn> optional_noon_columns() {
    using enum Monotone;
    return {
        {"req_mem_total", raises},     {"q_jobs_above", raises},       {"q_cores_above", raises},
        {"q_mem_above", raises},       {"q_core_hours_above", raises}, {"q_p_jobs_above", raises},
        {"q_p_cores_above", raises},   {"q_gpus_above", raises},       {"q_p_gpus_above", raises},
        {"q_gpu_hours_above", raises}, {"r_p_jobs", unknown},          {"r_p_cores", unknown},
        {"r_p_core_hours", unknown},   {"r_a_jobs", unknown},          {"r_a_cores", unknown},
        {"r_p_gpus", unknown},         {"raw_share_poll", unknown},    {"norm_share_poll", unknown},
        {"effect_use_poll", unknown},  {"level_fs_poll", lowers}};
}

}  // namespace clustersim
