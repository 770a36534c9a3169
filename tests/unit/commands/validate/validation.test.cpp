// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/validate/validation.hpp"

#include "sim/commands/validate/training_case.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/commands/validate/shipped_references.hpp"

#include <algorithm>
#include <filesystem>

using namespace clustersim;

namespace {

constexpr char const* vtrain_header =
    "id,layers,hidden,heads,seq_len,gpus,tp,dp,pp,global_batch,micro_batch,recompute,"
    "pipeline_schedule,iter_s,hardware\n";

}  // namespace

TEST_CASE("it compares each kind of number by its own rule", "[validation][unit]") {
    ValidationPoint point;
    point.measured = 0.8;
    point.predicted = 0.6;
    CHECK(point.error() == Approx(-0.25));
    point.comparison = Comparison::difference;
    CHECK(point.error() == Approx(-0.2));
    point.comparison = Comparison::at_least;
    CHECK(point.error() == Approx(-0.2));
    point.comparison = Comparison::at_most;
    CHECK(point.error() == 0.0);
    point.comparison = Comparison::agreement;
    CHECK(point.error() == 1.0);
    point.predicted = 0.8;
    CHECK(point.error() == 0.0);
}

TEST_CASE("it knows each shipped set by its columns", "[validation][unit]") {
    for (ValidationSet const& set : validation_sets()) {
        INFO(set.name);
        auto const table = read_measured_table(project / "workloads/measurements" / set.file);
        REQUIRE(table);
        ValidationSet const* const found = set_of_layout(*table);
        REQUIRE(found != nullptr);
        CHECK(found->name == set.name);
    }
}

TEST_CASE("it finds a machine by the words of a table", "[validation][unit]") {
    auto const name = [](char const* text) {
        System const* const system = references().machine(text);
        return system == nullptr ? std::string() : system->name;
    };
    CHECK(name("A100-SXM4-80GB (Selene, 8x HDR200/node)") == "dgx-a100-80");
    CHECK(name("A100 single node (<=8 GPUs, NVLink)") == "vtrain-a100-node");
    CHECK(
        name(
            "A100, 8/node NVLink, 4x HDR200 assumed by the simulator config (800 Gb/s per node)") ==
        "vtrain-a100");
    CHECK(
        name(
            "384x A100-SXM4-80GB (Jean Zay), 8 GPUs/node NVLink, 4x Omni-Path 100 Gb/s per node") ==
        "jean-zay-a100");
    CHECK(name("a100_40gb 8x A100-40GB/node, 1600 Gb/s RoCE per node") == "mosaic-a100-40");
    CHECK(name("h100_80gb 8x H100/node; interconnect not stated") == "mosaic-h100");
    CHECK(name("V100-SXM2-16GB (DGX-1)") == "dgx-1-v100-16");
    CHECK(name("DGX-2 V100") == "dgx-2");
    CHECK(name("LUMI-G MI250X GCD") == "lumi");
    CHECK(name("DGX-GB200") == "gb200-nvl72");
    CHECK(name("NVIDIA L40S (Dell R760xax4L40S)") == "l40s");
    CHECK(name("AMD Instinct MI325X 256GB HBM3E DLC") == "mi325x");
    CHECK(name("NVIDIA Blackwell Ultra GPU (GB300)") == "gb300-nvl72");
    CHECK(name("abacus") == "");
    CHECK(name("A100-SXM4-40GB, 4/node (Karolina)") == "karolina");
    CHECK(name("MeluXina: A100 40GB") == "meluxina");
    CHECK(name("GH200, JUPITER Booster") == "jupiter");
    CHECK(name("A100 of some Karolinska") == "dgx-a100-40");
}

TEST_CASE("it predicts rows and counts those that it cannot predict", "[validation][unit]") {
    std::string const good = "a,20,2048,16,1024,8,4,1,2,8,2,full,1f1b,0.16,A100 single node\n";
    auto const result =
        scored("vtrain-single",
               vtrain_header + good + "b,20,2048,16,1024,8,4,1,2,8,2,full,1f1b,0.16,abacus\n" +
                   "c,,2048,16,1024,8,4,1,2,8,2,full,1f1b,0.16,A100 single node\n" +
                   "d,20,2048,16,1024,8,3,1,2,8,2,full,1f1b,0.16,A100 single node\n" +
                   "e,20,2048,16,1024,8,4,1,2,8,2,full,1f1b,,A100 single node\n" + "f\n");
    REQUIRE(result.points.size() == 4);
    REQUIRE(result.points[0].predicted);
    CHECK(*result.points[0].predicted > 0.05);
    CHECK(*result.points[0].predicted < 0.5);
    for (std::size_t i = 1; i < 4; ++i) {
        CHECK_FALSE(result.points[i].predicted);
        CHECK_FALSE(result.points[i].remark.empty());
    }
    REQUIRE(result.summaries.size() == 1);
    CHECK(result.summaries[0].rows == 4);
    CHECK(result.summaries[0].predicted == 1);
    REQUIRE(result.left_out.size() == 2);
    CHECK(result.left_out[0].id == "e");
    CHECK(result.left_out[0].line == 6);
    CHECK(result.left_out[1].id == "f");
}

TEST_CASE("it says what is wrong with a row instead of guessing", "[validation][unit]") {
    auto const remark = [](std::string const& row) {
        auto const result =
            scored("vtrain-single", vtrain_header + row + ",full,1f1b,0.16,A100 single node\n");
        REQUIRE(result.points.size() == 1);
        return result.points[0].remark;
    };
    CHECK(remark("a,20,2048,17,1024,8,4,1,2,8,2") == "17 heads do not divide the width 2048");
    CHECK(remark("a,20,2048,16,1024,8,four,1,2,8,2") ==
          "tp \"four\" is no whole number of at least 1");
    CHECK(remark("a,20,2048,16,1024,8,4,1,2.5,8,2") ==
          "pp \"2.5\" is no whole number of at least 1");
    CHECK(remark("a,20,2048,16,1024,0,4,1,2,8,2") == "gpus \"0\" is no whole number of at least 1");
    CHECK(remark("a,20,2048,16,1024,64,4,1,2,4,2") ==
          "a global batch of 4 is less than the 8 replicas");
    CHECK(remark("a,20,2048,16,1024,,40000,1,40000,4,2") ==
          "TP 40000 x PP 40000 x CP 1 are more devices than any machine has");
    // The machine is surer than a degree of data parallelism, and the row gets the hint.
    CHECK(remark("a,20,2048,16,1024,8,4,3,2,8,2").ends_with("(the row says dp=3)"));
    CHECK(remark("a,20,2048,16,1024,8,4,n/a,2,8,2").ends_with("recompute=full,sp=off"));
}

TEST_CASE("it finds models by the words of a table", "[validation][unit]") {
    auto const name_of = [](std::string_view text) {
        auto const found = references().application_known_as(text);
        return found ? found->name : std::string();
    };
    CHECK(name_of("LLAMA3_70B") == "llama3-70b");
    CHECK(name_of("Llama 3 405B") == "llama3.1-405b");
    CHECK(name_of("DeepSeekV3") == "deepseek-v3");
    CHECK(name_of("DeepSeekV3 (w/ MTP)") == "deepseek-v3");
    CHECK(name_of("DeepSeekV3 (w/o MTP)") == "deepseek-v3-without-mtp");
    CHECK(name_of("GPT 5B (24x4096)") == "gpt-5b");
    CHECK(name_of("GPT-3 175B") == "gpt3-175b");
    CHECK(name_of("ResNet-50 v1.5 (MLPerf closed)") == "resnet50");
    CHECK(name_of("ResNet-500").empty());
    CHECK(name_of("DeepSeekV4 Flash").empty());
    auto const unknown = references().application_known_as("Nonesuch 7B");
    REQUIRE_FALSE(unknown);
    CHECK(reason_of(unknown.error()) == "no model is known as \"Nonesuch 7B\"");
}

TEST_CASE("it does not replace an unknown word by the usual one", "[validation][unit]") {
    auto const remark = [](std::string_view set, std::string const& text) {
        auto const result = scored(set, text);
        REQUIRE_FALSE(result.points.empty());
        CHECK_FALSE(result.points[0].predicted);
        return result.points[0].remark;
    };
    std::string const vtrain = "a,20,2048,16,1024,8,4,1,2,8,2,";
    CHECK(remark("vtrain-single", vtrain_header + vtrain + "full,zigzag,0.16,A100 single node\n") ==
          "the recomputation \"full\" or the schedule \"zigzag\" is not known");
    CHECK(remark("vtrain-single", vtrain_header + vtrain + "half,1f1b,0.16,A100 single node\n") ==
          "the recomputation \"half\" or the schedule \"1f1b\" is not known");
    std::string const mpt =
        "id,model,seq_len,gpus,gpu,micro_batch,grad_accum,precision,sharding,act_ckpt,"
        "tokens_per_s_per_gpu\na,7b,2048,8,a100_80gb,8,1,";
    CHECK(remark("mpt-fsdp", mpt + "posit16,FULL_SHARD,True,3000\n") ==
          "the precision \"posit16\" is not known");
    CHECK(remark("mpt-fsdp", mpt + "amp_bf16,SOME_SHARD,True,3000\n") ==
          "the sharding \"SOME_SHARD\" is not known");
    std::string const context =
        "id,model,seq_len_k,gpus,tflops_per_gpu_without_cp,tp,pp,dp,cp,tflops_per_gpu_with_cp,"
        "hardware,precision\na,LLAMA2-7B,";
    CHECK(remark("nemo-context", context + ",4,768,1,1,4,1,768,DGX H100,FP8\n") ==
          "seq_len_k is not stated");
    CHECK(remark("nemo-context", context + "4,6,768,4,1,4,1,768,DGX H100,FP8\n") ==
          "6 GPUs do not hold whole copies of the plan");
    std::string const bert =
        "id,model,framework,gpu,gpus,precision,batch_per_gpu,throughput,unit\na,";
    CHECK(remark("resnet-bert", bert + "ResNet-50,PyTorch,A100-SXM4-80GB,,TF32,256,900,img/s\n") ==
          "gpus is not stated");
    CHECK(remark("caraml",
                 "id,model,gpu,global_batch,tflops_per_gpu,mean_power_W_per_gpu\n"
                 "a,GPT 800M,\"A100-SXM (40GB, 4/node)\",,171,382\n") ==
          "global_batch is not stated");
}

TEST_CASE("it names the set whose columns a file lacks least", "[validation][unit]") {
    auto const table = parse_measured_table(
        "id,layers,hidden,heads,tp,dp,pp,recompute,pipeline_schedule\n", "t.csv");
    REQUIRE(table);
    REQUIRE(set_of_layout(*table) == nullptr);
    CHECK(nearest_layout(*table) == "nearest is vtrain-single, without iter_s; ");
}

TEST_CASE("it takes the layers that the stated parameters need where columns contradict",
          "[validation][unit]") {
    std::string const header =
        "id,system,gpu_unit,model,params_b,layers,hidden,heads,seq_len,gpus,tp,pp,dp,precision,"
        "iter_s,tokens_per_s_per_gpu\n";
    std::string const rest = ",6144,48,2048,64,2,4,8,bf16,,177\n";
    auto const result =
        scored("eurohpc",
               header + "a,LUMI-G,MI250X GCD,GPT,33,40" + rest + "b,LUMI-G,MI250X GCD,GPT,33,72" +
                   rest + "c,LUMI-G,MI250X GCD,GPT,18.4,40" + rest +
                   "d,LUMI-G,MI250X GCD,GPT,33,72,6144,48,2048,64,2,4,4,bf16,,177\n");
    REQUIRE(result.points.size() == 4);
    REQUIRE(result.points[0].predicted);
    CHECK(*result.points[0].predicted == Approx(*result.points[1].predicted));
    CHECK(*result.points[2].predicted > 1.5 * *result.points[0].predicted);
    CHECK_FALSE(result.points[3].predicted);
}

TEST_CASE("it survives rows of nonsense in every layout", "[validation][unit]") {
    for (ValidationSet const& set : validation_sets()) {
        std::string text = "id";
        for (std::string_view const column : set.columns) text += "," + std::string(column);
        bool const named = std::ranges::find(set.columns, "hardware") != set.columns.end();
        std::string const header = text + (named ? ",more\n" : ",hardware\n");
        for (char const* cell : {"", "0", "-1", "x", "1e300", "OOM", "7", "\"a,b\""}) {
            text = header + "r";
            for (std::size_t i = 0; i <= set.columns.size(); ++i) text += "," + std::string(cell);
            INFO(set.name << ": " << text);
            for (ValidationPoint const& point : scored(set.name, text + "\n").points)
                if (!point.predicted) CHECK_FALSE(point.remark.empty());
        }
    }
}

TEST_CASE("it reads precisions in many words", "[validation][unit]") {
    CHECK(precision_of("amp_bf16") == Precision::bf16);
    CHECK(precision_of("mixed (tf_cnn_benchmarks)") == Precision::fp16);
    CHECK(precision_of("AMP (NHWC)") == Precision::fp16);
    CHECK(precision_of("FP8-MX") == Precision::fp8);
    CHECK(precision_of("NVFP4") == Precision::fp4);
    CHECK(precision_of("TF32") == Precision::tf32);
    CHECK_FALSE(precision_of("posit16"));
}
