import { join } from "node:path";
import { defineCommand, flag, inGroup, number, text, type Values } from "../../cli/command-line/option.ts";
import { interruption, untilInterrupted } from "../../cli/exit.ts";
import { print, printJson } from "../../cli/output.ts";
import { makeFolder, PartFile, removeEmpty } from "../../node/disk/disk.ts";
import { npyHeader } from "../../npy.ts";
import { correlatedValues } from "../core/estimation.ts";

/** Values that are made at once. */
const AT_ONCE = 2 ** 18;

const OPTIONS = {
  ...inGroup("Channel", {
    snr: number(
      { placeholder: "SNR", example: "0.161", above: 0, required: true },
      "SNR of the values, linear: ρ²/(1 − ρ²) at a correlation of ρ",
    ),
    values: number({ example: "1e6", whole: 1, required: true }, "values of each end"),
    seed: number(
      { placeholder: "SEED", example: "7", whole: 0, maximum: 2 ** 32 - 1, default: 1 },
      "seed of the values",
    ),
  }),
  ...inGroup("Output", {
    out: text(
      { placeholder: "FOLDER", example: "values", default: "values" },
      "folder to write alice.npy and bob.npy to",
    ),
    force: flag("overwrite files that are there"),
    json: flag("print JSON instead of text"),
  }),
} as const;

export default defineCommand({
  options: OPTIONS,
  examples: {
    "ldpc correlated-values --snr 0.2 --values 1e6 --out values": "a million values of each end, for ldpc key cv",
  },
  run: (options) => untilInterrupted((signal) => make(options, signal)),
});

/** Writes Gaussian values of both ends (`correlatedValues`) as float32: Alice's x to `alice.npy`, Bob's y to `bob.npy`. */
async function make(options: Values<typeof OPTIONS>, signal: AbortSignal): Promise<void> {
  const { out, snr, seed, values, force, json } = options;
  const made = makeFolder(out);
  const paths = ["alice.npy", "bob.npy"].map((name) => join(out, name));
  const files: PartFile[] = [];
  try {
    for (const path of paths) files.push(new PartFile(path, force));
    for (const file of files) file.write(npyHeader("f32", [values]));
    for (let first = 0; first < values; first += AT_ONCE) {
      // Without this pause the process would not notice an interruption.
      await new Promise((resolve) => setImmediate(resolve));
      if (signal.aborted) throw interruption("nothing is written");
      const { x, y } = correlatedValues(snr, seed, { first, count: Math.min(AT_ONCE, values - first) });
      for (const [i, part] of [x, y].entries()) files[i].write(new Uint8Array(Float32Array.from(part).buffer));
    }
    for (const file of files) file.finish();
  } finally {
    for (const file of files) file.discard();
    removeEmpty(made);
  }
  if (json) printJson("correlated-values 1", { files: paths });
  else print(`written  ${paths.join(", ")}`);
}
