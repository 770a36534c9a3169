// SPDX-License-Identifier: Apache-2.0
#include_next <endian.h>

#include "shim.h"
