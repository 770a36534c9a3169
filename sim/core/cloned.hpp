// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <utility>

namespace clustersim {

/// An implementation of an interface as a value: a copy is a clone(), and evolves independently.
template <typename Interface>
class Cloned {
  public:
    explicit Cloned(std::unique_ptr<Interface> object) : object_(std::move(object)) {}
    Cloned(Cloned const& other) : object_(other.object_->clone()) {}
    Cloned(Cloned&&) noexcept = default;
    Cloned& operator=(Cloned const& other) {
        if (this != &other) object_ = other.object_->clone();
        return *this;
    }
    Cloned& operator=(Cloned&&) noexcept = default;
    ~Cloned() = default;
    Interface* operator->() { return object_.get(); }
    Interface const* operator->() const { return object_.get(); }

  private:
    std::unique_ptr<Interface> object_;
};

}  // namespace clustersim
