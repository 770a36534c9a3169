// SPDX-License-Identifier: Apache-2.0
#include "models/application/read_pilot.hpp"

namespace clustersim {

void read_pilot(Reader reader, Application& application) {
    Range const factor{0.0, 1000.0, true};
    PilotFactors pilot;
    application.pilot_system = reader.text("system");
    pilot.compute = reader.optional_number("compute", factor).value_or(1.0);
    pilot.network = reader.optional_number("network", factor).value_or(1.0);
    pilot.overhead =
        reader.optional_quantity<Duration>("overhead", Range::at_least(0.0)).value_or(Duration{});
    pilot.spread = reader.number("spread", Range::share());
    reader.finish();
    application.training.framework.pilot = pilot;
}

}  // namespace clustersim
