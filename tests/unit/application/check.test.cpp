// SPDX-License-Identifier: Apache-2.0
#include "models/application/step_time.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/says.hpp"
#include "tests/unit/application/hand_made.hpp"

using namespace clustersim;

namespace {

std::string complaints(Plan const& plan, Application const& application) {
    auto const refused = prepare_step(application, hand_made::platform(), plan);
    return refused ? std::string{} : to_text(refused.error());
}

}  // namespace

TEST_CASE("an impossible plan is refused with the legal values", "[application][unit]") {
    Application const a = hand_made::application(hand_made::small());
    Plan plan;
    plan.precision = Precision::fp16;
    CHECK(complaints(plan, a).empty());

    plan.tensor = 32;
    CHECK(says(complaints(plan, a), "tensor parallelism 32 is wider than the 16 heads"));
    CHECK(says(complaints(plan, a), "legal: 1, 2, 4; over several nodes 8, 16"));
    plan.pipeline = 5;
    CHECK(says(complaints(plan, a), "tensor parallelism 32 is wider than the 16 heads"));
    CHECK(says(complaints(plan, a), "5 pipeline stages are more than the 4 layers"));
    plan.pipeline = 1;
    plan.tensor = 8;  // over two nodes
    CHECK(complaints(plan, a).empty());
    plan.tensor = 3;
    CHECK(says(complaints(plan, a), "does not fill nodes of 4 devices evenly"));
    CHECK(says(complaints(plan, a), "does not divide 16 heads"));
    plan.tensor = 1;
    plan.pipeline = 3;
    CHECK(says(complaints(plan, a), "3 pipeline stages do not divide 4 layers"));
    plan.pipeline = 5;
    CHECK(says(complaints(plan, a), "5 pipeline stages are more than the 4 layers"));
    plan.pipeline = 2;
    plan.virtual_stages = 3;
    CHECK(says(complaints(plan, a), "3 pieces of a stage with 2 layers in 2 stages"));
    plan.virtual_stages = 2;
    CHECK(says(complaints(plan, a), "needs a multiple of 2 micro-batches, not 1"));
    plan.virtual_stages = 1;
    plan.ends_as_layers = true;
    CHECK(complaints(plan, a).empty());  // 4 and two ends on 2 stages
    plan.ends_as_layers = false;
    plan.pipeline = 1;
    plan.context = 3;
    CHECK(says(complaints(plan, a), "does not cut 1024 tokens into 6 equal pieces"));
    plan.context = 1;
    plan.expert = 2;
    CHECK(says(complaints(plan, a), "expert parallelism 2 of a model without experts"));
    plan.expert = 1;
    plan.precision = Precision::fp8;
    CHECK(says(complaints(plan, a), "does not train in fp8"));
    CHECK(says(complaints(plan, a), "legal: fp32, tf32, fp16, bf16"));
    plan.precision = Precision::fp16;
    plan.data = 0;
    CHECK(says(complaints(plan, a), "at least 1"));
}

TEST_CASE("the last stage may hold fewer layers if the ends count as layers",
          "[application][unit]") {
    Transformer model = hand_made::small();
    model.layers = 13;
    Application const a = hand_made::application(model);
    Plan plan;
    plan.precision = Precision::fp16;
    plan.pipeline = 4;
    CHECK(says(complaints(plan, a), "4 pipeline stages do not divide 13 layers"));
    plan.ends_as_layers = true;  // 3, 4, 4 and 2 with the logits
    CHECK(complaints(plan, a).empty());
    plan.pipeline = 12;  // two each would leave some stages without layers
    CHECK(says(complaints(plan, a), "legal: 1, 2, 3, 4, 5, 8"));
}

TEST_CASE("whole experts are spread over the tensor group too", "[application][unit]") {
    Transformer model = hand_made::small();
    model.experts = {8, 2, 1024, 0, 0, 0};
    Application const a = hand_made::application(model);
    Plan plan;
    plan.precision = Precision::fp16;
    plan.tensor = 2;
    plan.data = 2;
    plan.expert = 4;
    CHECK(says(complaints(plan, a), "does not divide 8 experts and 2 replicas"));
    plan.tensor_experts = false;
    CHECK(complaints(plan, a).empty());
    plan.expert = 8;
    CHECK(says(complaints(plan, a), "8 experts and 4 devices of a stage"));
}

TEST_CASE("all that is wrong with a plan is reported at once", "[application][unit]") {
    Plan plan;
    plan.tensor = 3;
    plan.pipeline = 3;
    plan.precision = Precision::fp8;
    auto const refused =
        prepare_step(hand_made::application(hand_made::small()), hand_made::platform(), plan);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().items().size() == 4);
}

TEST_CASE("convolutional networks are not split", "[application][unit]") {
    Application a;
    a.model = hand_made::two_convolutions();
    Plan plan;
    plan.precision = Precision::fp16;
    plan.pipeline = 2;
    CHECK(says(complaints(plan, a), "data parallelism only"));
    plan = Plan{};
    plan.precision = Precision::fp16;
    CHECK(complaints(plan, a).empty());
    plan.context = 4;
    CHECK(says(complaints(plan, a), "data parallelism only"));
}

TEST_CASE("a plan fills whole nodes", "[application][unit]") {
    Plan plan;
    plan.data = 5;
    CHECK(nodes_of(plan, hand_made::platform().node) == 2);
}

TEST_CASE("neighbours that share states divide the replicas and share something",
          "[application][unit]") {
    Application const a = hand_made::application(hand_made::small());
    Plan plan;
    plan.precision = Precision::fp16;
    plan.data = 8;
    plan.shard_devices = 4;
    CHECK(says(complaints(plan, a), "cannot share states under ZeRO stage 0"));
    plan.sharding = Sharding::parameters;
    CHECK(complaints(plan, a).empty());
    plan.shard_devices = 3;
    CHECK(says(complaints(plan, a), "3 devices that share states do not divide 8 replicas"));
    CHECK(says(complaints(plan, a), "legal: 1, 2, 4, 8"));
}
