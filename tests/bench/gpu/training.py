#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""training.py [--rows FILE.csv] [--out FILE.csv]: measure training on one device with Hugging Face's Trainer

Random weights and random tokens, so that nothing is fetched. Of each row the median time of its steps after a warm-up, tokens a
second, and what PyTorch's allocator gave to tensors and held at most. A row that does not fit is written as "out of memory".
Needs PyTorch, transformers and accelerate.

    srun --gpus 1 python3 training.py --out h100.csv
"""
import argparse
import csv
import gc
import statistics
import sys
import tempfile
import time

try:
    import torch
    import transformers
    from torch.utils.data import Dataset
except ImportError as error:
    sys.exit("training.py needs PyTorch and transformers: %s" % error)

# Shapes of config.json of the models, and how clustersim calls them.
LLAMA = {"llama3.2-1b": dict(hidden_size=2048, intermediate_size=8192, num_hidden_layers=16, num_attention_heads=32,
                             num_key_value_heads=8, vocab_size=128256, tie_word_embeddings=True, rope_theta=500000.0),
         "llama3.2-3b": dict(hidden_size=3072, intermediate_size=8192, num_hidden_layers=28, num_attention_heads=24,
                             num_key_value_heads=8, vocab_size=128256, tie_word_embeddings=True, rope_theta=500000.0)}
GPT2 = {"gpt3-125m": dict(n_embd=768, n_layer=12, n_head=12), "gpt3-350m": dict(n_embd=1024, n_layer=24, n_head=16),
        "gpt3-1.3b": dict(n_embd=2048, n_layer=24, n_head=16)}
COLUMNS = ["model", "seq_len", "micro_batch", "recompute", "attention", "compiled", "precision", "state", "step_s", "spread",
           "tokens_per_s", "allocated_bytes", "reserved_bytes"]


def usual():
    """From one sample, where the host decides, to what fills the memory."""
    def row(model, seq_len, micro_batch, recompute="none", attention="sdpa", compiled="no"):
        return dict(model=model, seq_len=seq_len, micro_batch=micro_batch, recompute=recompute, attention=attention,
                    compiled=compiled)
    rows = [row("gpt3-350m", 1024, batch) for batch in (1, 2, 4, 8, 16, 32)]
    rows += [row("gpt3-125m", 1024, batch) for batch in (1, 8, 64)]
    rows += [row("llama3.2-1b", 2048, batch) for batch in (1, 2, 4, 8)]
    rows += [row("llama3.2-1b", 2048, batch, "full") for batch in (1, 8, 16)]
    rows += [row("llama3.2-1b", 8192, 1), row("llama3.2-1b", 8192, 2, "full")]
    rows += [row("gpt3-1.3b", 2048, batch) for batch in (1, 4)]
    rows += [row("llama3.2-1b", 2048, batch, attention="eager") for batch in (1, 4)]
    rows += [row("llama3.2-3b", 4096, 1), row("llama3.2-3b", 4096, 1, "full"), row("llama3.2-3b", 4096, 4, "full")]
    rows += [row("llama3.2-1b", 2048, 4, compiled="yes")]
    return rows


class Tokens(Dataset):
    def __init__(self, count, length, vocabulary):
        generator = torch.Generator().manual_seed(1)
        self.tokens = torch.randint(vocabulary, (min(count, 64), length), generator=generator)
        self.count = count

    def __len__(self):
        return self.count

    def __getitem__(self, index):
        tokens = self.tokens[index % len(self.tokens)]
        return {"input_ids": tokens, "labels": tokens}


def model_of(row):
    if row["model"] in LLAMA:
        config = transformers.LlamaConfig(max_position_embeddings=max(8192, row["seq_len"]), **LLAMA[row["model"]])
    else:
        config = transformers.GPT2Config(n_positions=max(2048, row["seq_len"]), vocab_size=50257, resid_pdrop=0.0,
                                         embd_pdrop=0.0, attn_pdrop=0.0, **GPT2[row["model"]])
    config.use_cache = False
    with torch.device("cuda"):
        return transformers.AutoModelForCausalLM.from_config(config, attn_implementation=row["attention"]), config.vocab_size


class Clock(transformers.TrainerCallback):
    """The instants at which steps end, with an idle device."""

    def __init__(self):
        self.ends = []

    def on_step_end(self, args, state, control, **unused):
        torch.cuda.synchronize()
        self.ends.append(time.perf_counter())


def measure(row, warm_up, steps, folder):
    model, vocabulary = model_of(row)
    clock = Clock()
    arguments = transformers.TrainingArguments(
        output_dir=folder, per_device_train_batch_size=row["micro_batch"], max_steps=warm_up + steps, bf16=True,
        gradient_checkpointing=row["recompute"] == "full", torch_compile=row["compiled"] == "yes", report_to=[],
        save_strategy="no", logging_steps=10 ** 6, disable_tqdm=True)
    trainer = transformers.Trainer(model=model, args=arguments, callbacks=[clock],
                                   train_dataset=Tokens((warm_up + steps) * row["micro_batch"], row["seq_len"], vocabulary))
    torch.cuda.reset_peak_memory_stats()
    trainer.train()
    times = sorted(b - a for a, b in zip(clock.ends[warm_up - 1:], clock.ends[warm_up:]))
    quarter = len(times) // 4
    median = statistics.median(times)
    return dict(row, precision="bf16", state="ran", step_s="%.5g" % median,
                spread="%.3g" % ((times[-1 - quarter] - times[quarter]) / 2 / median),
                tokens_per_s="%.5g" % (row["micro_batch"] * row["seq_len"] / median),
                allocated_bytes=torch.cuda.max_memory_allocated(), reserved_bytes=torch.cuda.max_memory_reserved())


def run(rows, asked):
    with tempfile.TemporaryDirectory() as folder:
        for row in rows:
            began = time.perf_counter()
            try:
                done = measure(row, asked.warm_up, asked.steps, folder)
            except torch.cuda.OutOfMemoryError:
                done = dict(row, precision="bf16", state="out of memory")
            except Exception as error:  # a row that this software cannot run must not lose the others
                print("left out: %s: %s" % (row, str(error).splitlines()[:1]), file=sys.stderr)
                done = None
            gc.collect()
            torch.cuda.empty_cache()
            torch._dynamo.reset()
            if done:
                print("%s, took %.0f s" % (done, time.perf_counter() - began), file=sys.stderr, flush=True)
                yield done


def read(path):
    with open(path, newline="") as stream:
        rows = list(csv.DictReader(line for line in stream if not line.startswith("#")))
    for row in rows:
        row["seq_len"], row["micro_batch"] = int(row["seq_len"]), int(row["micro_batch"])
    return [{key: row[key] for key in COLUMNS[:6]} for row in rows]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", help="measure the rows of this table in place of the usual ones")
    parser.add_argument("--out", help="the table (default: standard output)")
    parser.add_argument("--steps", type=int, default=12)
    parser.add_argument("--warm-up", type=int, default=4, help="steps before the measured ones")
    asked = parser.parse_args()
    if not torch.cuda.is_available():
        sys.exit("PyTorch finds no GPU: request one, or load a PyTorch for this machine")
    from kernels import head
    rows = read(asked.rows) if asked.rows else usual()
    lines = head(torch.device("cuda:0")) + ["# trainer: transformers %s" % transformers.__version__]
    with open(asked.out, "w", newline="") if asked.out else sys.stdout as stream:
        stream.write("\n".join(lines) + "\n")
        table = csv.DictWriter(stream, COLUMNS, lineterminator="\n")
        table.writeheader()
        for row in run(rows, asked):
            table.writerow(row)
            stream.flush()


if __name__ == "__main__":
    main()
