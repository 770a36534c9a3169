// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/history/past_job.hpp"
#include "sim/report/table.hpp"
#include "sim/study/job_traffic.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace clustersim {

/// A number of a chart; nothing where the metric does not apply.
using ChartValue = std::optional<double>;

/// One end of a chart's plane. The unit is "s", "B", "J", "share" (of 1) or a text after the number.
struct ChartAxis {
    std::string title{};
    std::string unit{};
    bool logarithmic = false;
    int base = 10;      ///< of the logarithm
    bool zero = false;  ///< starts at 0
};

/// A line, with the range of each point if `low` and `high` are not empty.
struct ChartLine {
    std::string name{};
    std::vector<double> x{};
    std::vector<ChartValue> y{}, low{}, high{};
    bool step = false;  ///< keeps its value up to the next point
};

struct LineChart {
    std::string title{}, note{};
    ChartAxis x{}, y{};
    std::vector<ChartLine> lines{};
};

struct BarSeries {
    std::string name{};
    std::vector<ChartValue> values{}, low{}, high{};  ///< by category; the ends may be empty
};

struct BarChart {
    std::string title{}, note{}, unit{};
    std::string by{};  ///< what the categories are
    std::vector<std::string> categories{};
    std::vector<BarSeries> series{};
    bool stacked = false;
    std::vector<ChartValue> low{},
        high{};                        ///< the range of a whole bar, if it is stacked; may be empty
    std::string limit{};               ///< what `limits` are: "memory of the device"
    std::vector<ChartValue> limits{};  ///< by category, drawn as marks; may be empty
    bool numbers = false;              ///< the length of each bar is written at its end
};

/// The samples of one category.
struct ChartBox {
    std::string name{};
    std::vector<double> ascending{};
    std::int64_t never = 0;  ///< samples without a value, such as jobs that never started
};

struct BoxChart {
    std::string title{}, note{}, unit{}, by{};
    std::vector<ChartBox> boxes{};
};

struct StepSeries {
    std::string name{}, unit{};
    std::optional<double> most{};  ///< the upper end of the axis
    std::vector<double> values{};
};

/// Values that change in steps, at the same ascending times in seconds.
struct StepChart {
    std::string title{}, note{};
    std::vector<std::int64_t> times{};
    std::vector<StepSeries> series{};
};

/// A reason for which a job is pending.
struct ReasonBand {
    Instant from{}, to{};
    std::string reason{};
};

/// The priority of a job while it waits, and the reasons for it.
struct WaitChart {
    std::string title{}, note{};
    Instant submitted{}, started{};
    std::vector<std::int64_t> times{};  ///< since the submission, ascending
    std::vector<double> priority{};     ///< at these times
    std::vector<StepSeries> parts{};    ///< of the priority, at these times
    std::vector<ReasonBand> bands{};    ///< by time
};

/// Nodes or processors that share jobs, one above the other in the picture of a queue.
struct GanttLane {
    std::string name{};
    std::int64_t capacity = 0;  ///< 0: unknown, the peak use is shown
};

/// A job of the study in the picture of a queue.
struct OwnRun {
    std::string name{};
    Instant submit{};
    std::optional<Instant> start{}, end{};
};

struct GanttChart {
    std::string title{}, note{}, unit{};
    Instant from{}, to{};
    Instant recorded{};  ///< up to then, jobs that still run are known
    std::vector<GanttLane> lanes{};
    Past runs{};                          ///< in the order of their starts; sizes in the unit
    std::vector<std::int32_t> lane_of{};  ///< by run; empty: all in the first lane
    std::vector<OwnRun> own{};
};

struct PageText {
    std::string text{};
};

struct PageTable {
    std::string title{};
    Table table{};
};

/// An operator in a roofline.
struct RooflinePoint {
    std::string name{};
    ChartValue intensity{};  ///< FLOP per byte; nothing if its arithmetic is not counted
    ChartValue rate{};       ///< FLOP/s
    double bandwidth = 0.0;  ///< bytes/s
    double time = 0.0;       ///< of a step, s
    double share = 0.0;      ///< of the time of all operators
};

struct RooflineChart {
    std::string title{}, note{};
    std::vector<ChartLine> ceilings{};  ///< attainable rate by intensity
    std::vector<RooflinePoint> points{};
};

/// The nodes of a job on its fabric, and the load of the links.
struct FabricChart {
    std::string title{}, note{};
    JobTraffic traffic{};
};

using PageChart = std::variant<LineChart,
                               BarChart,
                               BoxChart,
                               StepChart,
                               GanttChart,
                               WaitChart,
                               RooflineChart,
                               FabricChart>;

/// Groups of charts; the reader chooses one.
struct PageChoice {
    std::string label{};  ///< what is chosen: "job"
    std::vector<std::string> names{};
    std::vector<std::vector<PageChart>> items{};  ///< by name
};

using PageItem = std::
    variant<PageText, PageTable, LineChart, BarChart, BoxChart, StepChart, GanttChart, PageChoice>;

struct PageSection {
    std::string title{}, note{};
    std::vector<PageItem> items{};
};

/// One headline number.
struct PageCard {
    std::string title{}, value{}, note{};
};

struct PageInput {
    std::string name{}, text{};
};

/// The content of a report: the answers first, then charts, then what they were computed from.
struct ReportPage {
    std::string kind{};  ///< the command: "run"
    std::string title{};
    bool complete = true;
    std::vector<std::string> lead{};  ///< paragraphs
    std::vector<PageCard> cards{};
    std::vector<PageSection> sections{};
    std::vector<std::pair<std::string, std::string>> terms{};
    std::vector<PageInput> inputs{};
    std::vector<PageInput> sources{};
};

}  // namespace clustersim
