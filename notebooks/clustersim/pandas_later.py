# SPDX-License-Identifier: Apache-2.0
"""Stands for pandas, which is loaded with the first frame: questions that are answered in JSON start at once, and need no pandas."""
import importlib


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    try:
        pandas = importlib.import_module("pandas")
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(f"this answer is a frame of pandas: install pandas ({error})", name=error.name) from None
    return getattr(pandas, name)
