// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/controller/story_log.hpp"

#include "tests/unit/slurm/controller/small_cluster.hpp"

#include <algorithm>

using namespace clustersim;
using namespace clustersim::slurm;

namespace {

std::vector<JobEvent> of_kind(JobStory const& story, JobEventKind kind) {
    std::vector<JobEvent> found;
    std::ranges::copy_if(story.events, std::back_inserter(found), [&](JobEvent const& event) {
        return event.kind == kind;
    });
    return found;
}

}  // namespace

TEST_CASE("a story has the submission, the wait, a promise, the start and the end",
          "[slurm_controller][unit]") {
    StoryLog log(2);
    Controller controller(cluster4x8(), {});
    controller.observe(&log);
    controller.run_until(Instant{10});
    controller.submit(request_of("-N4 --exclusive -t 60 --mem=1000", 1800));
    controller.run_until(Instant{20});
    controller.submit(request_of("-N2 --exclusive -t 30 --mem=1000", 600));
    controller.run_until(Instant{5000});
    auto const stories = log.stories();
    REQUIRE(stories.size() == 1);
    JobStory const& story = stories[0];
    CHECK(story.id == 2);
    CHECK(story.events.front().kind == JobEventKind::submitted);
    CHECK(story.events.front().at == Instant{20});
    CHECK(of_kind(story, JobEventKind::eligible).size() == 1);
    auto const waits = of_kind(story, JobEventKind::waits);
    REQUIRE_FALSE(waits.empty());
    CHECK(waits.back().reason == Reason::resources);
    auto const promised = of_kind(story, JobEventKind::promised);
    REQUIRE_FALSE(promised.empty());
    CHECK(promised[0].nodes.size() == 2);
    auto const started = of_kind(story, JobEventKind::started);
    REQUIRE(started.size() == 1);
    CHECK(started[0].nodes.size() == 2);
    CHECK(started[0].started_by != StartedBy::nobody);
    CHECK(story.events.back().kind == JobEventKind::ended);
    CHECK(story.events.back().state == JobState::completed);
    CHECK(std::ranges::is_sorted(story.events, {}, &JobEvent::at));
}

TEST_CASE("a story has separate records for the tasks of an array", "[slurm_controller][unit]") {
    StoryLog log(1);
    Controller controller(cluster4x8(), {});
    controller.observe(&log);
    controller.run_until(Instant{10});
    controller.submit(request_of("--array=0-2 -n1 -t 5 --mem=100", 60));
    controller.submit(request_of("-n1 -t 5 --mem=100", 60));
    controller.run_until(Instant{500});
    auto const stories = log.stories();
    REQUIRE(stories.size() == 3);
    for (JobStory const& story : stories) {
        CHECK(of_kind(story, JobEventKind::started).size() == 1);
        CHECK(story.events.back().kind == JobEventKind::ended);
    }
}

TEST_CASE("a story includes a cancelled job that never ran", "[slurm_controller][unit]") {
    StoryLog log(1);
    Controller controller(cluster4x8(), {});
    controller.observe(&log);
    controller.run_until(Instant{10});
    controller.submit(request_of("--hold -n1 -t 5 --mem=100", 60));
    controller.run_until(Instant{50});
    JobCancel cancel;
    cancel.jobs = {{1, std::nullopt}};
    REQUIRE_FALSE(controller.apply(cancel));
    JobStory const story = log.stories().at(0);
    CHECK(story.events.back().kind == JobEventKind::ended);
    CHECK(story.events.back().state == JobState::cancelled);
    CHECK(of_kind(story, JobEventKind::started).empty());
}
