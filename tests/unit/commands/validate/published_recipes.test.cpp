// SPDX-License-Identifier: Apache-2.0
#include "tests/support/catch.hpp"
#include "tests/unit/commands/validate/shipped_references.hpp"

#include <cmath>
#include <string>

using namespace clustersim;

TEST_CASE("it takes logs of MLPerf by their benchmark", "[validation][unit]") {
    auto const result = scored(
        "mlperf",
        "id,benchmark,accelerator,accel_per_node,n_accel,global_batch,seq_len,throughput_logged,"
        "throughput_unit\n"
        "a,ResNet-50,NVIDIA H100-SXM5-80GB,8,8,3200,,57099,images/s\n"
        "b,BERT-large,NVIDIA H100-SXM5-80GB,8,8,768,,7559,sequences/s\n"
        "c,GPT-3 175B,NVIDIA H100-SXM5-80GB,8,512,2048,2048,345321,tokens/s (v3.1 logs)\n"
        "d,Llama-2-70B LoRA,NVIDIA H100-SXM5-80GB,8,8,8,8192,2.065,samples/s\n"
        "e,GPT-3 175B,TPU-v5p,4,1024,2048,2048,,\n"
        "f,Llama-2-70B LoRA,NVIDIA H100-SXM5-80GB,8,16,8,8192,3.045,samples/s\n"
        "g,BERT-large,NVIDIA A30,10,10,560,,1136,sequences/s\n"
        "h,BERT-large,NVIDIA A30,10,1,56,,115,sequences/s\n");
    REQUIRE(result.points.size() == 7);  // without a throughput there is nothing to hold
    for (int i : {0, 1, 2, 3, 4, 5, 6}) {
        INFO(result.points[i].id << " " << result.points[i].remark);
        REQUIRE(result.points[i].predicted);
        CHECK(std::abs(result.points[i].error()) < 0.3);
    }
    CHECK(result.points[2].remark.starts_with("tp=4,pp=8,dp=16"));
    CHECK(result.points[3].remark.starts_with("tp=4,pp=1,dp=2"));
    CHECK(result.points[3].remark.ends_with("lora=16"));
    // Beyond a node two devices share a sample, at the pace of the host.
    CHECK(result.points[4].remark == "tp=4,pp=1,dp=2,cp=2,mb=1,acc=4,lora=16");
    CHECK(*result.points[4].predicted < 1.7 * *result.points[3].predicted);
    // Nothing hides the sum of gradients of ten devices over PCIe.
    CHECK(*result.points[5].predicted < 0.9 * 10.0 * *result.points[6].predicted);
}

TEST_CASE("it says what a log of MLPerf lacks", "[validation][unit]") {
    auto const remark = [](std::string const& row) {
        auto const result = scored("mlperf",
                                   "id,benchmark,accelerator,accel_per_node,n_accel,global_batch,"
                                   "throughput_logged,throughput_unit\na," +
                                       row + ",9,samples/s\n");
        REQUIRE(result.points.size() == 1);
        CHECK_FALSE(result.points[0].predicted);
        return result.points[0].remark;
    };
    std::string const none = "neither devices nor the batch are stated";
    CHECK(remark("GPT-3 175B,NVIDIA H100-SXM5-80GB,8,512,") == none);
    CHECK(remark("BERT-large,NVIDIA H100-SXM5-80GB,8,,768") == none);
    CHECK(remark("ResNet-50,NVIDIA H100-SXM5-80GB,8,8,") == none);
    CHECK(remark("Llama-2-70B LoRA,NVIDIA H100-SXM5-80GB,8,8,") == none);
    CHECK(remark("Llama-2-70B LoRA,NVIDIA H100-SXM5-80GB,8,6,8") ==
          "a batch of 8 does not come out even on 6 devices in groups of 4");
    CHECK(remark("ResNet-50,NVIDIA H100-SXM5-80GB,8,eight,3200") ==
          "n_accel \"eight\" is no whole number of at least 1");
    CHECK(remark("ResNet-50,Abacus,8,8,3200") == "no machine is known as \"Abacus\"");
    CHECK(remark("Chess,NVIDIA H100-SXM5-80GB,8,8,3200") == "no model is known as \"chess\"");
}

TEST_CASE("it takes the kernels and the host of GPT OSS as its recipes have them",
          "[validation][unit]") {
    std::string const header =
        "id,release,task,model,system,gpus,precision,gbs,mbs,seq_len,fsdp,tp,pp,cp,vp,ep,"
        "tokens_per_s_per_gpu\n";
    std::string const end = ",64,BF16,1280,4,4096,0,1,1,1,n/a,64,16640\n";
    auto const result = scored("megatron-bridge",
                               header + "a,26.04,Pre-Training,GPT OSS 120B,DGX-GB300" + end +
                                   "b,26.04,Pre-Training,GPT OSS 120B,DGX-GB200" + end +
                                   "c,25.11,Pre-Training,GPT OSS 120B,DGX-GB200" + end +
                                   "d,26.08,Pre-Training,GPT OSS 120B,DGX-GB200" + end);
    REQUIRE(result.points.size() == 4);
    for (ValidationPoint const& point : result.points) REQUIRE(point.predicted);
    // Without graphs the host of a GB200 cannot keep up; clamps in the kernels of the experts cost nothing.
    CHECK(*result.points[1].predicted < 0.9 * *result.points[0].predicted);
    CHECK(*result.points[2].predicted > 1.1 * *result.points[1].predicted);
    CHECK(*result.points[3].predicted > 1.05 * *result.points[2].predicted);
}

TEST_CASE("it takes fine-tuning and four bits from NVIDIA's tables", "[validation][unit]") {
    std::string const header =
        "id,release,task,model,system,gpus,precision,gbs,mbs,seq_len,fsdp,tp,pp,cp,vp,ep,"
        "tokens_per_s_per_gpu\n";
    auto const result = scored(
        "megatron-bridge",
        header + "a,26.06,SFT,LLAMA3_70B,DGX-GB300,32,FP8,32,1,4096,,1,2,1,20,n/a,4819\n" +
            "b,26.06,LoRA,LLAMA3_70B,DGX-GB300,32,FP8,32,1,4096,,1,2,1,20,n/a,4819\n" +
            "c,26.04,Pre-Training,LLAMA3_70B,DGX-GB300,64,NVFP4,256,1,8192,0,1,4,1,5,n/a,6798\n" +
            "d,26.04,Pre-Training,LLAMA3_70B,DGX-H100,64,NVFP4,256,1,8192,0,4,8,1,5,n/a,6798\n" +
            "e,25.09,Pre-Training,LLAMA3_8B,DGX-H100,8,,128,1,8192,8,1,1,1,n/a,1,14079\n" +
            "f,26.04,Pre-Training,LLAMA3_8B,DGX-H100,8,,128,1,8192,8,1,1,1,n/a,1,14079\n" +
            "g,26.04,Distillation,LLAMA3_8B,DGX-H100,8,FP8,128,1,8192,8,1,1,1,n/a,1,14079\n");
    REQUIRE(result.points.size() == 7);
    for (int i : {0, 1, 2, 4}) {
        INFO(result.points[i].id << " " << result.points[i].remark);
        CHECK(result.points[i].predicted);
    }
    CHECK(*result.points[1].predicted > 1.2 * *result.points[0].predicted);
    CHECK(*result.points[1].predicted < 1.6 * *result.points[0].predicted);
    CHECK(result.points[3].remark == "h100-sxm5-80 does not train in fp4");
    CHECK(result.points[5].remark == "the precision is not stated");
    CHECK(result.points[6].remark == "the task \"Distillation\" is not known");
}

TEST_CASE("it takes states that a node shares from published recipes", "[validation][unit]") {
    auto const result =
        scored("recipes",
               "id,system,model,layers,seq_len,gpus,tp,pp,vp,cp,micro_batch,global_batch,precision,"
               "zero,shard,recompute,iter_s,tokens_per_s_per_gpu\n"
               "a,A100 80GB RoCE,Llama 7B,,4096,128,1,1,1,1,2,256,bf16,3,8,none,,3760\n"
               "b,A100 80GB RoCE,Llama 7B,,4096,128,1,1,1,1,2,256,bf16,3,,full,,3760\n"
               "c,DGX H100,Llama 3.1 405B,7,8192,32,8,1,1,2,1,126,fp8,,,,5.8,\n"
               "d,DGX H100,ResNet-50,7,8192,32,8,1,1,2,1,126,fp8,,,,5.8,\n");
    REQUIRE(result.points.size() == 4);
    CHECK(result.points[0].remark == "tp=1,pp=1,dp=128,mb=2,acc=1,shard=8,zero=3");
    CHECK(result.points[1].remark == "tp=1,pp=1,dp=128,mb=2,acc=1,zero=3,recompute=full");
    CHECK(*result.points[0].predicted > *result.points[1].predicted);
    REQUIRE(result.points[2].predicted);
    CHECK(result.points[2].error() < 0.25);
    CHECK_FALSE(result.points[3].predicted);
}

TEST_CASE("it takes kinds of activation checkpointing from rows of torchtitan",
          "[validation][unit]") {
    std::string const row = ",DGX A100 80GB,Llama 13B,torchtitan-eager,64,2,128,4096,bf16,3,";
    auto const result = scored("torchtitan",
                               "id,system,model,software,gpus,micro_batch,global_batch,seq_len,"
                               "precision,zero,recompute,recompute_every,tokens_per_s_per_gpu\n"
                               "a" +
                                   row + "none,,2162\n" + "b" + row + "full,2,1914\n" + "c" + row +
                                   "full,,1700\n" + "d" + row + "some,,1700\n");
    REQUIRE(result.points.size() == 4);
    CHECK(result.points[1].remark ==
          "tp=1,pp=1,dp=64,mb=2,acc=1,recompute-every=2,zero=3,recompute=full");
    CHECK(*result.points[0].predicted > *result.points[1].predicted);
    CHECK(*result.points[1].predicted > *result.points[2].predicted);
    CHECK_FALSE(result.points[3].predicted);
}

TEST_CASE("a ZeRO stage of 0 is none, and one that is not stated is that of FSDP",
          "[validation][unit]") {
    auto const result = scored("huggingface",
                               "id,system,model,framework,seq_len,gpus,micro_batch,global_batch,"
                               "zero,recompute,tokens_per_s_per_gpu\n"
                               "a,DGX H100,llama3.2-1b,huggingface,2048,1,8,8,0,none,41544\n"
                               "b,DGX H100,llama3.2-1b,huggingface,2048,1,8,8,,none,41544\n"
                               "c,DGX H100,llama3.2-1b,huggingface,2048,1,8,8,1.5,none,41544\n");
    REQUIRE(result.points.size() == 3);
    CHECK(result.points[0].remark == "tp=1,pp=1,dp=1,mb=8,acc=1");
    CHECK(result.points[1].remark == "tp=1,pp=1,dp=1,mb=8,acc=1,zero=3");
    CHECK(result.points[2].remark == "a ZeRO stage is 0, 1, 2 or 3");
}

TEST_CASE("it takes steps of MLPerf v5 with their plans and says what it cannot predict",
          "[validation][unit]") {
    auto const result = scored(
        "mlperf-v5",
        "id,benchmark,accelerator,accel_per_node,n_accel,global_batch,seq_len,tp,pp,cp,dp,vp,"
        "micro_batch,zero,ends,precision,bucket_gradients,iter_s,samples_per_s\n"
        "a,Llama 3.1 405B,NVIDIA Blackwell GPU "
        "(GB200),4,2560,960,8192,4,8,2,40,8,1,1,on,fp4,,3.18922,\n"
        "b,Llama 3.1 8B,AMD Instinct MI355X,8,8,32,8192,1,1,1,8,1,2,1,,fp8,,,30.683\n"
        "c,BERT-large,NVIDIA Blackwell GPU (B200-SXM-180GB),8,8,768,512,,,,,,,,,,,,11716.854\n"
        "d,Llama 2 70B LoRA,AMD Instinct MI300X 192GB HBM3,8,8,8,8192,,,,,,,,,,,,2.058\n"
        "e,Stable Diffusion 2,NVIDIA H200-SXM5-141GB,8,8,256,,,,,,,,,,,,,1155\n"
        "f,FLUX.1,NVIDIA Blackwell GPU (GB200),4,512,2048,,,,,,,,,,,,0.18396,\n"
        "g,Llama 3.1 8B,NVIDIA Blackwell GPU (GB200),4,8,16,8192,,,,,,,,,,,0.4,\n"
        "h,BERT-large,AMD Instinct MI300X 192GB HBM3,8,8,1024,512,,,,,,,,,,,,\n");
    REQUIRE(result.points.size() == 14);  // two of each row with a time
    for (std::size_t i : {0, 2, 4, 6}) {
        INFO(result.points[i].id << " " << result.points[i].remark);
        REQUIRE(result.points[i].predicted);
        CHECK(std::abs(result.points[i].error()) < 0.4);
        CHECK(result.points[i + 1].quantity == "within the range");
    }
    CHECK(result.points[0].remark.starts_with("tp=4,pp=8,dp=40,cp=2"));
    CHECK(result.points[6].remark.ends_with("lora=16,zero=1,frozen=fp8,saved=fp8"));
    CHECK(result.points[2].quantity == "step time, Llama 3.1 8B (AMD)");
    CHECK(result.points[2].measured == Approx(32 / 30.683));
    std::vector<std::string> reasons;
    for (std::size_t i = 8; i < result.points.size(); i += 2) {
        CHECK_FALSE(result.points[i].predicted);
        reasons.push_back(result.points[i].remark);
    }
    CHECK(reasons == std::vector<std::string>{"no file describes the software of the U-Net, NeMo",
                                              "the plan is not stated",
                                              "the plan is not stated"});
    REQUIRE(result.left_out.size() == 1);
    CHECK(result.left_out[0].reason == "states no number that is predicted");
}
