# SPDX-License-Identifier: Apache-2.0
"""Searches in the output of a test."""
import re


def assert_found(pattern, text):
    return re.search(pattern, text, re.MULTILINE) is not None


def extractsingle(pattern, text, tag, conversion, item=0):
    return conversion(list(re.finditer(pattern, text, re.MULTILINE))[item].group(tag))
