// SPDX-License-Identifier: Apache-2.0
#include "models/application/read_cnn.hpp"

#include "models/application/whole_numbers.hpp"

namespace clustersim {
namespace {

ConvLayer read_layer(Reader reader) {
    ConvLayer layer;
    layer.in_channels = whole(reader, "in");
    layer.out_channels = whole(reader, "out");
    layer.kernel = whole(reader, "kernel");
    layer.stride = whole_or(reader, "stride", 1);
    layer.out_size = whole(reader, "size");
    layer.normalised = reader.flag("norm", true);
    layer.activated = reader.flag("relu", true);
    layer.adds_residual = reader.flag("residual", false);
    layer.repeat = whole_or(reader, "repeat", 1);
    reader.finish();
    return layer;
}

}  // namespace

Cnn read_cnn(Reader reader) {
    Cnn model;
    model.image = whole(reader, "image");
    model.classes = whole(reader, "classes");
    model.samples = static_cast<double>(reader.integer("samples", Range{1.0, 1e12, false}));
    model.validation_samples = static_cast<double>(
        reader.optional_integer("validation_samples", Range{0.0, 1e12, false}).value_or(0));
    for (Reader& layer : reader.list("layers")) model.layers.push_back(read_layer(layer));
    if (model.layers.empty()) {
        reader.require("layers");
        if (reader.has("layers"))
            reader.complain("layers", Code::out_of_range, "a network has at least one layer");
    }
    reader.finish();
    return model;
}

}  // namespace clustersim
