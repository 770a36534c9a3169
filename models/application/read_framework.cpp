// SPDX-License-Identifier: Apache-2.0
#include "models/application/read_framework.hpp"

#include "models/machine/accelerator.hpp"
#include "models/machine/provenance.hpp"
#include "sim/config/file_kind.hpp"

namespace clustersim {
namespace {

PlanFeatures read_offers(Reader reader) {
    PlanFeatures offers;
    offers.tensor = reader.flag("tensor", false);
    offers.pipeline = reader.flag("pipeline", false);
    offers.interleave = reader.flag("interleave", false);
    offers.uneven_stages = reader.flag("uneven_stages", false);
    offers.context = reader.flag("context", false);
    offers.expert = reader.flag("expert", false);
    offers.selective_recompute = reader.flag("selective_recompute", false);
    offers.operator_recompute = reader.flag("operator_recompute", false);
    offers.zero =
        static_cast<int>(reader.optional_integer("zero", Range{0.0, 3.0, false}).value_or(0));
    offers.shard = reader.flag("shard", false);
    reader.finish();
    return offers;
}

/// Only checks it: current_release() reads the tree.
void read_release(Reader reader) {
    reader.text("framework");
    reader.optional_text("vendor");
    reader.optional_one_of<Precision>("precision");
    reader.flag("state_space", true);
    reader.finish();
}

GradientBucket read_bucket(Reader& reader) {
    Range const any = Range::at_least(0.0);
    GradientBucket bucket;
    auto const size = reader.optional_quantity<Bytes>("gradient_bucket", any);
    auto const gradients = reader.optional_number("bucket_gradients", any);
    auto const per_replica = reader.optional_number("bucket_gradients_per_replica", any);
    auto const layers = reader.optional_number("bucket_layers", any);
    if (!size && !gradients && !layers) reader.require("gradient_bucket");
    bucket.size = size.value_or(Bytes{});
    bucket.gradients = gradients.value_or(0.0);
    bucket.gradients_per_replica = per_replica.value_or(0.0);
    bucket.layers = layers.value_or(0.0);
    bucket.counts_context = reader.flag("bucket_counts_context", false);
    bucket.copies = reader.flag("bucket_copies", false);
    return bucket;
}

}  // namespace

Framework read_framework(Reader reader) {
    Framework framework;
    Range const share{0.0, 1.0, true};
    Range const any = Range::at_least(0.0);
    auto const part = [&](std::string_view key) {
        return reader.optional_number(key, Range::share()).value_or(0.0);
    };
    auto const whole_unless = [&](std::string_view key) {
        return reader.optional_number(key, share).value_or(1.0);
    };
    auto const size = [&](std::string_view key) {
        return reader.optional_quantity<Bytes>(key, any).value_or(Bytes{});
    };
    framework.gradient_overlap = reader.number("gradient_overlap", Range::share());
    framework.bucket = read_bucket(reader);
    framework.aligned_reduction = reader.flag("aligned_reduction", false);
    framework.gather_on_use = reader.flag("gather_on_use", false);
    framework.gradient = size("gradient");
    framework.accumulation = size("accumulation");
    framework.parameter_overlap = part("parameter_overlap");
    framework.sums_each_pass = reader.flag("sums_each_pass", false);
    framework.sharded_share = whole_unless("sharded_share");
    framework.tensor_overlap = part("tensor_overlap");
    framework.stage_overlap = part("stage_overlap");
    framework.overlap_cost = part("overlap_cost");
    framework.step_overhead = reader.quantity<Duration>("step_overhead", any);
    framework.host_per_kernel = reader.quantity<Duration>("host_per_kernel", any);
    framework.routed_host =
        reader.optional_quantity<Duration>("routed_host", any).value_or(Duration{});
    framework.routed_wait =
        reader.optional_quantity<Duration>("routed_wait", any).value_or(Duration{});
    framework.router_wait =
        reader.optional_quantity<Duration>("router_wait", any).value_or(Duration{});
    HostSettings own;
    own.graphs = reader.optional_one_of<Graphs>("graphs").value_or(own.graphs);
    own.dispatch = reader.optional_one_of<Dispatch>("dispatch").value_or(own.dispatch);
    own.router = reader.optional_one_of<ExpertRouter>("router").value_or(own.router);
    framework.host = own.over(framework.host);
    framework.gathers = reader.optional_number("gathers", any).value_or(1.0);
    framework.gradient_copy = size("gradient_copy");
    framework.shard_gradient = size("shard_gradient");
    framework.optimizer_state = size("optimizer_state");
    framework.loss_traffic = size("loss_traffic");
    framework.logit = size("logit");
    framework.divided_logit = size("divided_logit");
    framework.fragmentation = part("fragmentation");
    framework.kernel_share = whole_unless("kernel_share");
    framework.attention_share = whole_unless("attention_share");
    framework.tuned_attention = reader.flag("tuned_attention", false);
    framework.separate_softmax = reader.flag("separate_softmax", false);
    framework.separate_biases = reader.flag("separate_biases", false);
    framework.wide_sums = reader.flag("wide_sums", false);
    framework.separate_operators = reader.flag("separate_operators", false);
    framework.wide_weights = reader.flag("wide_weights", false);
    framework.expert_overlap = part("expert_overlap");
    framework.elementwise_share = whole_unless("elementwise_share");
    framework.tensor_kernels = reader.optional_number("tensor_kernels", any).value_or(0.0);
    framework.channels_last = reader.flag("channels_last", true);
    if (auto offers = reader.optional_child("offers")) framework.offers = read_offers(*offers);
    framework.reserve = reader.quantity<Bytes>("reserve", any);
    framework.memory_margin =
        reader.optional_number("memory_margin", Range::share()).value_or(usual_memory_margin);
    framework.plain_attention = reader.flag("plain_attention", false);
    reader.optional_text("software");  // for answers: Application::software
    for (Reader const& release : reader.list("releases")) read_release(release);
    framework.compute_spread = reader.number("compute_spread", Range::share());
    framework.network_spread = reader.number("network_spread", Range::share());
    reader.finish();
    return framework;
}

Result<Framework> read_framework_document(ConfigNode const& node) {
    if (auto other = other_kind(node, "clustersim/framework/1")) return failure(std::move(*other));
    Diagnostics diagnostics;
    Reader reader(node, diagnostics, Reader::Style::annotated);
    check_schema_name(reader, "clustersim/framework/1");
    reader.raw("sources");
    reader.text("name");
    reader.text("title");
    Framework const framework = read_framework(reader.child("framework"));
    reader.finish();
    check_provenance(node, diagnostics);
    if (diagnostics.has_errors()) {
        diagnostics.sort_by_place();
        return failure(std::move(diagnostics));
    }
    return framework;
}

}  // namespace clustersim
