// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/catalogue/system_json.hpp"

#include "models/machine/read_partition.hpp"
#include "sim/commands/catalogue/billing_text.hpp"
#include "sim/core/enum_names.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <type_traits>

namespace clustersim {
namespace {

using Json = nlohmann::ordered_json;

/// Adds a value if the file has it.
template <class Value>
void put(Json& object, char const* key, std::optional<Value> const& value) {
    if (!value) return;
    if constexpr (std::is_arithmetic_v<Value>)
        object[key] = *value;
    else if constexpr (std::is_same_v<Value, Seconds>)
        object[key] = value->count;
    else if constexpr (std::is_same_v<Value, Bytes>)
        object[key] = value->si();
    else
        object[key] = value->value;
}

void put_text(Json& object, char const* key, std::string const& text) {
    if (!text.empty()) object[key] = text;
}

void put_limits(Json& object, Limits const& limits) {
    put(object, "min_nodes", limits.min_nodes);
    put(object, "max_nodes", limits.max_nodes);
    put(object, "max_gpus", limits.max_gpus);
    put(object, "max_time_s", limits.max_time);
    put(object, "max_submitted", limits.max_submitted);
    put(object, "max_running", limits.max_running);
}

Json qos_json(Partition const& partition) {
    Json list = Json::array();
    for (Qos const& qos : partition.qos) {
        Json one{{"name", qos.name}, {"priority", qos.priority}};
        put_limits(one, qos.limits);
        one["preemptible"] = qos.preemptible;
        one["preempts"] = qos.preempts;
        list.push_back(std::move(one));
    }
    return list;
}

Json partition_json(Partition const& partition, NodeType const& type) {
    Json one{{"name", partition.name}, {"slurm_name", partition.slurm_name}};
    put_text(one, "constraint", partition.constraint);
    put_text(one, "reservation", partition.reservation);
    one["purpose"] = enum_name(partition.purpose);
    one["features"] = type.features;
    one["nodes"] = partition.nodes;
    one["exclusive"] = partition.exclusive;
    put(one, "max_cores_per_node", partition.max_tres_per_node.cores);
    put(one, "max_memory_per_node_B", partition.max_tres_per_node.memory);
    put(one, "default_time_s", partition.default_time);
    put_limits(one, partition.limits);
    one["priority_tier"] = partition.priority_tier;
    one["preempted_jobs"] = enum_name(partition.preempted_jobs);
    one["billing_unit"] = partition.billing.unit;
    one["billing_rule"] = billing_text(partition, type);
    one["qos"] = qos_json(partition);
    if (auto const& background = partition.background) {
        Json& typical = one["background"] = Json{{"mix", background->mix}};
        if (background->backlog) typical["backlog_s"] = background->backlog->usual.si();
        put(typical, "load", background->load);
    }
    return one;
}

Json access_json(AccessMode const& mode) {
    Json one{{"part", mode.partition_group}, {"mode", mode.name}};
    put(one, "minimum_node_hours", mode.minimum);
    put(one, "maximum_node_hours", mode.maximum);
    put(one, "minimum_gpu_hours", mode.minimum_gpu_hours);
    put(one, "maximum_gpu_hours", mode.maximum_gpu_hours);
    put_text(one, "billing_unit", mode.billing_unit);
    one["fixed_size"] = mode.fixed_size;
    put(one, "offered_node_hours", mode.offered);
    one["months"] = mode.months;
    return one;
}

Json fact_json(Fact const& fact) {
    Json item{{"path", fact.path},
              {"value", fact.value},
              {"confidence", fact.confidence},
              {"source", fact.source},
              {"citation", fact.citation}};
    put_text(item, "note", fact.note);
    return item;
}

}  // namespace

void put_upkeep(Json& object, Upkeep const& upkeep) {
    if (upkeep.checked) object["checked"] = date_text(*upkeep.checked);
    if (upkeep.closed) object["closed"] = date_text(*upkeep.closed);
    put_text(object, "successor", upkeep.successor);
}

std::string system_json(LoadedSystem const& loaded) {
    System const& system = loaded.system;
    Json document{{"schema", "clustersim/system-facts/1"}, {"system", system.name}};
    put_upkeep(document, system.upkeep);
    document["partitions"] = Json::array();
    for (Partition const& partition : system.partitions)
        document["partitions"].push_back(partition_json(partition, system.node_type_of(partition)));
    document["access"] = Json::array();
    for (AccessMode const& mode : system.access) document["access"].push_back(access_json(mode));
    document["facts"] = Json::array();
    for (Fact const& fact : values_of(loaded)) document["facts"].push_back(fact_json(fact));
    // A file in another encoding than UTF-8 must not break the output.
    return document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace clustersim
