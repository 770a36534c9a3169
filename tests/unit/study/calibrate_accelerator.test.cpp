// SPDX-License-Identifier: Apache-2.0
#include "sim/study/calibrate_accelerator.hpp"

#include "models/machine/accelerator_config.hpp"
#include "sim/commands/fit/accelerator_document.hpp"
#include "sim/config/document.hpp"
#include "sim/stats/error_summary.hpp"
#include "sim/study/plan_kernels.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/scenario/shipped_library.hpp"

#include <algorithm>
#include <fstream>

using namespace clustersim;

namespace {

std::filesystem::path const kernels =
    std::filesystem::path(PROJECT_DIR) / "workloads/measurements/kernels";

KernelAnswer fitted(std::string const& table, std::string const& accelerator) {
    auto found = calibrate_accelerator({kernels / table, accelerator}, shipped_library());
    REQUIRE(found.answer);
    return *found.answer;
}

std::vector<std::string> problems_of(std::string_view text) {
    auto const table = parse_kernel_table(text, "t.csv");
    REQUIRE_FALSE(table);
    std::vector<std::string> messages;
    for (Diagnostic const& d : table.error().items()) messages.push_back(d.message);
    return messages;
}

}  // namespace

TEST_CASE("the products of an H100 that nothing was fitted to are predicted", "[study][unit]") {
    KernelAnswer const answer = fitted("xla_h100.csv", "h100-sxm5-80");
    CHECK(answer.table.rows.size() == 73);
    CHECK(answer.unused == 0);
    CHECK(summary_of(answer.fit.errors_before).mean < 0.13);
    CHECK(summary_of(answer.fit.errors_after).mean < summary_of(answer.fit.errors_before).mean);
}

TEST_CASE("the shipped ceilings of H200 agree with its published products and streams",
          "[study][unit]") {
    KernelAnswer const answer = fitted("azure_h200.csv", "h200-sxm-141");
    REQUIRE(answer.fit.figures.size() == 3);
    for (FittedFigure const& figure : answer.fit.figures) {
        INFO(figure.path);
        if (figure.path == "launch") continue;  // derived from A100, too
        CHECK(figure.low < figure.before);
        CHECK(figure.before < figure.high);
    }
    CHECK(summary_of(answer.fit.errors_before).mean < 0.06);
}

TEST_CASE("the written accelerator holds the fitted figures", "[study][unit]") {
    KernelAnswer const answer = fitted("azure_h100.csv", "h100-sxm5-80");
    auto merged =
        *read_yaml(std::filesystem::path(PROJECT_DIR) / "systems/accelerators/h100-sxm5-80.yaml");
    ConfigNode own = *parse_yaml(accelerator_document(answer, "mine.yaml"), "mine.yaml");
    CHECK(own.find("extends")->scalar == "h100-sxm5-80");
    std::erase_if(own.entries, [](auto const& entry) { return entry.key == "extends"; });
    merge_onto(merged, std::move(own));
    auto const read = read_accelerator_document(merged);
    REQUIRE(read);
    CHECK(read->name == "mine");
    Achievable const& reach = read->achievable;
    CHECK(reach.matrix_fp8 == Approx(answer.fit.fitted.achievable.matrix_fp8).epsilon(1e-3));
    CHECK(reach.memory == Approx(answer.fit.fitted.achievable.memory).epsilon(1e-3));
    CHECK(reach.matrix == answer.start.achievable.matrix);
    CHECK(reach.power_limit.si() == 0.0);

    KernelAnswer limited = answer;
    limited.table.power_limit = watts(560.0);
    CHECK(accelerator_document(limited, "mine.yaml").find("560 W") != std::string::npos);
}

TEST_CASE("the device of a table names the accelerator, or the message says what to do",
          "[study][unit]") {
    auto const found = calibrate_accelerator({kernels / "azure_h200.csv", ""}, shipped_library());
    CHECK_FALSE(found.answer);
    REQUIRE(found.problems.items().size() == 1);
    CHECK(found.problems.items().front().help.find("--accelerator") != std::string::npos);

    auto const other =
        calibrate_accelerator({kernels / "azure_h200.csv", "h100-sxm5-80"}, shipped_library());
    auto const is_warning = [](Diagnostic const& d) {
        return d.message.find("was measured on \"NVIDIA H200 141GB\"") != std::string::npos;
    };
    CHECK(std::ranges::any_of(other.problems.items(), is_warning));
}

TEST_CASE("a table of a device whose name contains the other one's is not of that one",
          "[study][unit]") {
    auto const warned =
        [](std::string const& device, std::string const& accelerator, std::string const& seconds) {
            auto const file = std::filesystem::temp_directory_path() / "clustersim_device.csv";
            std::ofstream(file) << "# device: " << device << "\nkernel,precision,bytes,seconds\n"
                                << "stream,fp32,1e9," << seconds << '\n';
            auto const found = calibrate_accelerator({file, accelerator}, shipped_library());
            return std::ranges::any_of(found.problems.items(), [](Diagnostic const& d) {
                return d.message.find("was measured on") != std::string::npos;
            });
        };
    CHECK(warned("NVIDIA L40S", "l40", "1.4e-3"));
    CHECK(warned("NVIDIA GB200", "b200-sxm-180", "1.5e-4"));
    CHECK_FALSE(warned("NVIDIA L40S", "l40s", "1.4e-3"));
    CHECK_FALSE(warned("NVIDIA H100 80GB HBM3", "h100-sxm5-80", "3.5e-4"));
    CHECK_FALSE(warned("H100SXM5", "h100-sxm5-80", "3.5e-4"));
}

TEST_CASE("all problems of a table of kernels are reported at once", "[study][unit]") {
    CHECK(problems_of("kernel,precision,m,n,k,bytes,seconds\n"
                      "matmull,bf16,8,8,8,,1e-5\n"
                      "matmul,bf61,8,8,8,,1e-5\n"
                      "matmul,bf16,8,,8,,1e-5\n"
                      "matmul,bf16,8,8,1.5,,1e-5\n"
                      "stream,fp32,,,,0,1e-5\n"
                      "stream,fp32,,,,4096,11 us\n"
                      "matmul,bf16,8,8,8,,-1\n"
                      "matmul,bf16,8\n")
              .size() == 8);
    CHECK(problems_of("kernel,precision,m,n,k,time_us\nmatmul,bf16,8,8,8,3\n") ==
          std::vector<std::string>{"unknown column \"time_us\"", "there is no column \"seconds\""});
    CHECK(problems_of("kernel,precision,seconds\n") ==
          std::vector<std::string>{"the table has no rows"});
    CHECK(problems_of("# power limit: high\nkernel,precision,bytes,seconds\n"
                      "stream,fp32,4096,1e-5\n") ==
          std::vector<std::string>{"power limit \"high\""});
}

TEST_CASE("the head of a table is read", "[study][unit]") {
    auto const table = parse_kernel_table("# device: NVIDIA H200\r\n# power limit: 600 W\r\n"
                                          "kernel,precision,bytes,seconds,spread\n"
                                          "stream,fp32,4096,1e-5,0.01\n",
                                          "t.csv");
    REQUIRE(table);
    CHECK(table->device == "NVIDIA H200");
    REQUIRE(table->power_limit);
    CHECK(table->power_limit->si() == 600.0);
    CHECK(table->rows.front().spread == 0.01);
}

TEST_CASE("the kernels of a step are listed once each with their predicted times",
          "[study][unit]") {
    StepQuestion question;
    question.application = "gpt-857m";
    question.system = "leonardo";
    question.nodes = {2};
    auto const found = step_kernels(question, shipped_library());
    REQUIRE(found.answer);
    auto const& list = found.answer->kernels;
    auto const count_of = [&](KernelKind kind) {
        return std::ranges::count(list, kind, &Kernel::kind);
    };
    // Four linear maps and the logits, each with the products for its input and its weights.
    CHECK(count_of(KernelKind::matmul) >= 12);
    CHECK(count_of(KernelKind::attention) + count_of(KernelKind::attention_tuned) <= 1);
    CHECK(count_of(KernelKind::stream) >= 4);
    for (std::size_t i = 0; i < list.size(); ++i) {
        CHECK(found.answer->times[i] > Duration{});
        CHECK(std::ranges::count(list, list[i]) == 1);
    }
    question.nodes = {2, 4};
    CHECK_FALSE(step_kernels(question, shipped_library()).answer);
    question.nodes = {2};
    question.application = "resnet50";
    CHECK_FALSE(step_kernels(question, shipped_library()).answer);
}
