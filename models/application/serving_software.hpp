// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/config/document.hpp"
#include "sim/core/quantity.hpp"
#include "sim/core/result.hpp"

#include <array>
#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace clustersim {

/// Tokens of prompts that engines take into one pass: the default of TensorRT-LLM, and of vLLM's server on devices with
/// 70 GiB or more other than A100.
inline constexpr int tokens_of_pass = 8192;

/// How prompts enter the iterations of an engine.
enum class PrefillPolicy {
    chunked,  ///< generating requests first; chunks of prompts fill the rest of the pass (Sarathi-Serve, vLLM since 0.8)
    first,  ///< whole prompts in a pass of their own, before the next tokens of others (vLLM before 0.8)
};

constexpr std::array<std::pair<std::string_view, PrefillPolicy>, 2> prefill_names{
    {{"chunked", PrefillPolicy::chunked}, {"first", PrefillPolicy::first}}};

constexpr std::string_view name_of(PrefillPolicy policy) {
    return prefill_names[static_cast<std::size_t>(policy)].first;
}

/// What an engine adds to the kernels of a model (workloads/engines). Without values: an engine whose host costs nothing.
struct ServingSoftware {
    std::string name;
    std::string title;
    std::vector<std::string> known_as;
    PrefillPolicy prefill = PrefillPolicy::chunked;
    int pass_tokens = tokens_of_pass;
    int largest_batch = 256;    ///< requests that one replica runs at the same time
    double memory_share = 0.9;  ///< of the device's memory
    double launch =
        1.0;  ///< time of a kernel's start in a pass that is replayed as a graph, over that without graphs
    Duration pass{};  ///< time of the host in each pass that devices wait for
    Duration
        prompt_kernel{};  ///< of the host to start a kernel in a pass with prompts, which is no graph
    Duration
        arrival{};  ///< from the sending of a request until a pass can take it, and of its first token until the client has it
    Duration prompt_token{};  ///< the same for each token of the prompt
    double products = 1.0;    ///< rate of products over that in training
    double experts = 1.0;     ///< rate of the products of experts over that of others
};

Result<ServingSoftware> read_serving_software(ConfigNode const& document);

/// Names of the engines in a folder (workloads/engines), sorted.
std::vector<std::string> engine_names(std::filesystem::path const& folder);
/// An engine by the name of a file in `folder`, or any file by its path.
Result<ServingSoftware> load_engine(std::string const& name, std::filesystem::path const& folder);

}  // namespace clustersim
