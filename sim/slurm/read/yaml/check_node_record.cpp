// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/read/yaml/check_node_record.hpp"

#include <fmt/format.h>

namespace clustersim::slurm {

namespace {

bool expect_count(Reader& entry, std::string_view key, std::int64_t value) {
    bool const fits = value >= 1 && value <= most_threads_of_node;
    if (!fits) {
        entry.complain(key, Code::out_of_range, fmt::format("\"{}\" is {}", key, value)).expected =
            value < 1 ? "at least 1"
                      : fmt::format("at most {}, as Slurm counts them", most_threads_of_node);
    }
    return fits;
}

void check_cpus(Reader& entry, NodeRecord const& record) {
    std::int64_t const cores = std::int64_t{record.sockets} * record.cores_per_socket;
    if (cores > most_threads_of_node || cores * record.threads_per_core > most_threads_of_node) {
        entry
            .complain("cpus",
                      Code::out_of_range,
                      fmt::format("the node has {} cores, threads_per_core {}",
                                  cores,
                                  record.threads_per_core))
            .expected =
            fmt::format("at most {} hardware threads, as Slurm counts them", most_threads_of_node);
    } else if (record.cpus != cores && record.cpus != cores * record.threads_per_core) {
        entry
            .complain("cpus",
                      Code::inconsistent,
                      fmt::format("{} CPUs are neither the {} cores nor their {} threads",
                                  record.cpus,
                                  cores,
                                  cores * record.threads_per_core))
            .expected = "sockets * cores_per_socket, or that times threads_per_core";
    }
}

void check_gres(Reader& entry, NodeRecord const& record) {
    for (NodeGres const& one : record.gres) {
        if (one.count >= 0 && one.count <= most_gres_of_node) continue;
        entry
            .complain(
                "gres", Code::out_of_range, fmt::format("the node has {} {}", one.count, one.name))
            .expected = fmt::format("0 to {}", most_gres_of_node);
    }
}

}  // namespace

void check_node_record(Reader& entry, NodeRecord const& record) {
    bool const cpus = expect_count(entry, "cpus", record.cpus);
    bool const sockets = expect_count(entry, "sockets", record.sockets);
    bool const cores = expect_count(entry, "cores_per_socket", record.cores_per_socket);
    bool const threads = expect_count(entry, "threads_per_core", record.threads_per_core);
    if (cpus && sockets && cores && threads) check_cpus(entry, record);
    check_gres(entry, record);
}

}  // namespace clustersim::slurm
