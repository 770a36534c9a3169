// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/inference.hpp"
#include "sim/scenario/library.hpp"
#include "sim/study/answered.hpp"

#include <optional>
#include <string>

namespace clustersim {

/// Which model on which devices, and the length of its requests.
struct ServingSite {
    std::string application;  ///< name or file
    std::string system;       ///< name or file
    std::string partition;    ///< empty: the machine's, with accelerators
    int gpus = 1;             ///< in all
    std::optional<int>
        tensor;      ///< devices that share a request; unset: all, at most those of a node
    int data = 1;    ///< groups of them in a replica, with requests of their own
    int expert = 1;  ///< groups of a replica's devices with different experts
    std::string engine = "vllm";         ///< name or file
    int prompt = 1024;                   ///< tokens
    int output = 256;                    ///< tokens
    std::optional<Precision> precision;  ///< of products; unset: by the weights, else 16 bits
    std::string weights;                 ///< their format; empty: that of the products
    std::optional<Precision>
        cache;  ///< unset: that of the products, at least 8 bits; 16 bits with `weights`
    Speculation speculation{};
};

/// The same with names resolved.
struct ServedModel {
    std::string application;
    std::string system;
    std::string partition;
    Transformer model;
    Platform platform;
    int gpus = 1;
    int replicas = 1;
    InferencePlan plan;  ///< of one replica, with one request
    ServingSoftware engine;
    Watts
        device_draw{};  ///< with its part of the node and of the facility, at the load of training
};

/// Reads model and machine and divides the devices into replicas.
Answered<ServedModel> served_model(ServingSite const& site, Library const& library);

}  // namespace clustersim
