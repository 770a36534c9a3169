// SPDX-License-Identifier: Apache-2.0
//
// Published powers compared with predictions. GPT 800M: CARAML benchmark repository, figure of 2024 (JSC),
// mean power per device. Nodes: power logs of MLPerf Training v4.0, Sustainable Metal Cloud, eight
// H100-SXM5-80 in immersion.
#include "models/energy/energy.hpp"
#include "models/machine/catalogue.hpp"
#include "tests/support/catch.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

using namespace clustersim;

namespace {

struct Row {
    double predicted = 0.0;
    double measured = 0.0;
};

double error(Row const& row) {
    return std::abs(row.predicted / row.measured - 1.0);
}

double mean_error(std::vector<Row> const& rows) {
    double sum = 0.0;
    for (Row const& row : rows) sum += error(row);
    return sum / static_cast<double>(rows.size());
}

double worst_error(std::vector<Row> const& rows) {
    double worst = 0.0;
    for (Row const& row : rows) worst = std::max(worst, error(row));
    return worst;
}

/// Base and training power from BERT on one node: highest reading 6,996 W, lowest 2,075 W at the
/// wall.
NodePower h100_node() {
    NodePower power;
    power.devices = 8;
    power.device_idle = watts(70);
    power.base = watts(2075) * power.supply - 8.0 * power.device_idle;
    power.device_training = (watts(6996) * power.supply - power.base) / 8.0;
    return power;
}

}  // namespace

TEST_CASE("the power of devices at a batch of 128 predicts that at other batches",
          "[energy][unit]") {
    // Each device's row of batch 128 is the prediction (256 on JEDI); the others are held out.
    std::vector<Row> const held_out{{368, 382},
                                    {368, 358},
                                    {335, 343},
                                    {335, 324},
                                    {335, 318},
                                    {335, 341},
                                    {556, 556},
                                    {556, 558},
                                    {686, 620},
                                    {686, 691},
                                    {545, 541}};
    CHECK(mean_error(held_out) == Approx(0.029).margin(0.001));
    CHECK(worst_error(held_out) == Approx(0.106).margin(0.001));
}

TEST_CASE("the shipped accelerators have the measured power", "[energy][unit]") {
    Catalogue const catalogue(std::string(PROJECT_DIR) + "/systems");
    auto const meluxina = catalogue.load("meluxina");
    REQUIRE(meluxina);
    CHECK(meluxina->system.accelerators.at("a100-sxm4-40").training.si() ==
          Approx(368).epsilon(0.001));
    auto const jupiter = catalogue.load("jupiter");
    REQUIRE(jupiter);
    // A superchip of JEDI, with 100 W for its CPU.
    CHECK(jupiter->system.accelerators.at("gh200-96").training.si() + 100 ==
          Approx(545).epsilon(0.01));
}

TEST_CASE("a node's power at full load follows from one run's extremes", "[energy][unit]") {
    double const wall = node_draw(h100_node(), 1.0).si();
    double const direct = wall * h100_node().supply;
    std::vector<Row> const held_out{
        {wall, 7262},    // Llama-2 LoRA, one node, median
        {wall, 7037},    // ResNet-50, one node, median
        {wall, 7008},    // GPT-3, 64 nodes, median
        {wall, 7378},    // GPT-3, 64 nodes, highest
        {wall, 7016},    // LoRA, 64 nodes, highest
        {wall, 6464},    // LoRA, 8 nodes, highest
        {direct, 6719},  // BERT, one node, median, after the power supplies, as the rows below
        {direct, 6961},  // BERT, highest
        {direct, 7086},  // LoRA, one node, median
        {direct, 7316},  // LoRA, one node, highest
        {direct, 7014},  // ResNet-50, highest
        {direct, 7554},  // GPT-3, 64 nodes, highest
        {direct, 7336},  // LoRA, 64 nodes, highest
    };
    CHECK(mean_error(held_out) == Approx(0.040).margin(0.001));
    CHECK(worst_error(held_out) == Approx(0.097).margin(0.001));
    CHECK(node_draw(h100_node(), 0.0).si() ==
          Approx(2016).epsilon(0.03));  // LoRA, 64 nodes, lowest
}

TEST_CASE("power supplies pass on the fitted share in other runs too", "[energy][unit]") {
    double const supply = NodePower{}.supply;
    // Means of LoRA on one node and of ResNet-50 on eight; medians of LoRA on one node and on 64.
    std::vector<Row> const held_out{
        {6960 * supply, 6765}, {4434 * supply, 4339}, {7262 * supply, 7086}, {5760 * supply, 5616}};
    CHECK(worst_error(held_out) < 0.005);
}
