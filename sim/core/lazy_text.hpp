// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <string>

namespace clustersim {

/// A text about a value that takes long to find: it is found when it is first asked for. Several threads may ask. A copy
/// finds its own text, because the copy of the value may be changed.
class LazyText {
  public:
    LazyText() = default;
    LazyText(LazyText const& /*other*/) {}
    LazyText(LazyText&&) noexcept = default;
    LazyText& operator=(LazyText const& other) {
        if (this != &other) known_ = std::make_shared<Known>();
        return *this;
    }
    LazyText& operator=(LazyText&&) noexcept = default;
    ~LazyText() = default;

    std::string const& get(std::function<std::string()> const& find) const {
        std::call_once(known_->once, [&] { known_->text = find(); });
        return known_->text;
    }

  private:
    struct Known {
        std::once_flag once;
        std::string text;
    };
    std::shared_ptr<Known> known_ = std::make_shared<Known>();
};

}  // namespace clustersim
