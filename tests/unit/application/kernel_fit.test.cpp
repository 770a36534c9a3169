// SPDX-License-Identifier: Apache-2.0
#include "models/application/kernel_fit.hpp"

#include "models/machine/catalogue.hpp"
#include "sim/core/random_stream.hpp"
#include "sim/stats/error_summary.hpp"
#include "tests/support/catch.hpp"

#include <algorithm>
#include <cmath>

using namespace clustersim;

namespace {

Accelerator h100() {
    auto const found = Catalogue(PROJECT_DIR "/systems").accelerator("h100-sxm5-80");
    REQUIRE(found);
    return *found;
}

Kernel matmul(double m, double n, double k, Precision precision = Precision::bf16) {
    return {KernelKind::matmul, precision, m, n, k, 1.0, {}};
}
Kernel stream_of(double size) {
    return {.kind = KernelKind::stream, .moved = bytes(size)};
}

/// What the bench measures by default, in the times of the device.
std::vector<MeasuredKernel> measured_on(Accelerator const& truth) {
    std::vector<MeasuredKernel> rows;
    auto const add = [&](Kernel const& kernel) {
        rows.push_back(
            {kernel, *kernel_time(kernel, truth), 0.0, static_cast<int>(rows.size()) + 2});
    };
    for (double const size : {1024.0, 2048.0, 4096.0, 8192.0, 16384.0}) {
        add(matmul(size, size, size));
        add(matmul(size, size, size, Precision::fp8));
        add(matmul(size, size, size, Precision::fp32));
    }
    for (double const size : {1e5, 1e6, 1e8, 1e9}) add(stream_of(size));
    for (double const length : {2048.0, 4096.0, 8192.0}) {
        add({KernelKind::attention, Precision::bf16, length, length, 128.0, 32.0, {}});
        add({KernelKind::attention_tuned, Precision::bf16, length, length, 128.0, 32.0, {}});
    }
    return rows;
}

Accelerator slower_h100() {
    Accelerator truth = h100();
    truth.achievable.matrix = 0.70;
    truth.achievable.matrix_fp8 = 0.60;
    truth.achievable.vector = 0.70;
    truth.achievable.memory = 0.92;
    truth.achievable.attention = 0.25;
    truth.achievable.attention_tuned = 0.60;
    truth.achievable.launch = seconds(7e-6);
    return truth;
}

/// All rows times a factor around 1 that varies by `width`.
void disturb(std::vector<MeasuredKernel>& rows, double width) {
    RandomStream noise(7, "noise of kernels", 0);
    for (MeasuredKernel& row : rows) row.time *= 1.0 + width * (2.0 * noise.uniform01() - 1.0);
}

void check_recovered(Achievable const& found, Achievable const& truth, double within) {
    CHECK(found.matrix == Approx(truth.matrix).epsilon(within));
    CHECK(found.matrix_fp8 == Approx(truth.matrix_fp8).epsilon(within));
    CHECK(found.vector == Approx(truth.vector).epsilon(within));
    CHECK(found.memory == Approx(truth.memory).epsilon(within));
    CHECK(found.attention == Approx(truth.attention).epsilon(within));
    CHECK(found.attention_tuned == Approx(truth.attention_tuned).epsilon(within));
    CHECK(found.launch.si() == Approx(truth.launch.si()).epsilon(2.0 * within));
}

}  // namespace

TEST_CASE("a fit recovers the ceilings that made the times of kernels", "[application][unit]") {
    Accelerator const truth = slower_h100();
    auto rows = measured_on(truth);
    REQUIRE(unused_rows(rows, h100()).empty());
    KernelFit const clean = fit_kernels(h100(), rows);
    check_recovered(clean.fitted.achievable, truth.achievable, 0.02);
    CHECK(summary_of(clean.errors_after).mean < 0.01);
    CHECK(summary_of(clean.errors_before).mean > 0.1);

    disturb(rows, 0.05);
    KernelFit const noisy = fit_kernels(h100(), rows);
    check_recovered(noisy.fitted.achievable, truth.achievable, 0.06);
    for (FittedFigure const& figure : noisy.figures) {
        CHECK(figure.low < figure.value);
        CHECK(figure.value < figure.high);
    }
}

TEST_CASE("figures without rows keep their values", "[application][unit]") {
    auto rows = measured_on(slower_h100());
    std::erase_if(rows, [](MeasuredKernel const& row) {
        return row.kernel.kind != KernelKind::matmul || row.kernel.precision != Precision::fp8;
    });
    KernelFit const fit = fit_kernels(h100(), rows);
    CHECK(fit.fitted.achievable.matrix_fp8 == Approx(0.60).epsilon(0.02));
    CHECK(fit.fitted.achievable.matrix == h100().achievable.matrix);
    CHECK(fit.fitted.achievable.memory == h100().achievable.memory);
}

TEST_CASE("rows that cannot be right or say nothing are named with the reason",
          "[application][unit]") {
    auto const reason_of = [](std::vector<MeasuredKernel> rows, MeasuredKernel const& odd) {
        rows.push_back(odd);
        auto const unused = unused_rows(rows, h100());
        return unused.empty() ? std::string() : unused.back().reason;
    };
    auto const rows = measured_on(h100());
    MeasuredKernel const good = rows.front();
    CHECK(reason_of(rows, good).empty());
    MeasuredKernel fast = rows[12];
    fast.time *= 0.4;
    CHECK(reason_of(rows, fast).find("times the peak of h100-sxm5-80") != std::string::npos);
    CHECK(reason_of(rows, {stream_of(1e6), seconds(1e-7), 0.0, 90}).find("cache") !=
          std::string::npos);
    MeasuredKernel wild = good;
    wild.spread = 0.4;
    CHECK(reason_of(rows, wild) == "its repeats differ by 40 %");
    MeasuredKernel other = good;
    other.time *= 3.0;
    CHECK(reason_of(rows, other) == "3 times that of line 2 for the same kernel");
    CHECK(reason_of(rows, {matmul(4096, 4096, 4096, Precision::fp4), seconds(1e-3), 0.0, 90})
              .find("has no unit for fp4") != std::string::npos);
    CHECK(reason_of(rows, {{.kind = KernelKind::to_host, .moved = bytes(1e9)}, seconds(0.02)}) ==
          "no ceiling of accelerators limits it");
    CHECK(reason_of({}, good) == "1 rows for `matrix`, of 3");
}

TEST_CASE("times in another unit or of another device are impossible", "[application][unit]") {
    auto rows = measured_on(h100());
    CHECK(impossible_times(rows, h100()).empty());
    for (double const unit : {1e-3, 0.1, 10.0, 1e3}) {
        auto scaled = rows;
        for (MeasuredKernel& row : scaled) row.time *= unit;
        CHECK_FALSE(impossible_times(scaled, h100()).empty());
    }
}

TEST_CASE("a wrong unit is told for tables of any kernels", "[application][unit]") {
    // A product of one row reaches a thousandth of the peak, and that is no fault.
    std::vector<MeasuredKernel> decode;
    for (double const width : {4096.0, 8192.0}) {
        Kernel const one = matmul(1, width, width);
        decode.push_back({one, *kernel_time(one, h100())});
    }
    CHECK(impossible_times(decode, h100()).empty());
    std::vector<MeasuredKernel> streams;
    for (double const size : {1e8, 1e9})
        streams.push_back({stream_of(size), 1e3 * *kernel_time(stream_of(size), h100())});
    CHECK(impossible_times(streams, h100()).find("milliseconds") != std::string::npos);
    for (MeasuredKernel& row : streams) row.time *= 1e3;
    CHECK(impossible_times(streams, h100()).find("microseconds") != std::string::npos);
}

TEST_CASE("errors on the unseen half are those of fits to the other half", "[application][unit]") {
    auto rows = measured_on(slower_h100());
    KernelFit const fit = fit_kernels(h100(), rows);
    REQUIRE(fit.errors_unseen.size() == rows.size());
    // The times come from the model itself, so what one half determines is right for the other.
    CHECK(summary_of(fit.errors_unseen).mean < 0.05);
}
