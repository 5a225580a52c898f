import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ldpc } from "../cli/run-in-process.ts";
import { newFolder } from "../new-folder.ts";
import { root } from "../source-files.ts";

const folder = newFolder();

const WIMAX = { file: "binary/fer-h200.csv", code: "wimax-2304-1152", ebn0: "1.75" };
/** Options of experiments/sweeps/binary-fer.json when simulations drew with Philox4x32-10. */
const OLDER = ["--chunk=1024", "--max-errors=100", "--random=philox4x32-10"];

/** Points that GPUs simulated, of decoders with the same counts on every device. */
const RECORDED = [
  {
    ...{ file: "first-curve-h100.csv", code: "nb620-gf32", ebn0: "1.75", decoder: "min-max" },
    options: ["--chunk=16", "--max-errors=300"],
  },
  ...["f32", "int12", "int8"].map((format) => ({
    ...WIMAX,
    decoder: `offset-min-sum messages=${format} schedule=layered`,
    options: OLDER,
  })),
];

describe("a recorded point", () => {
  it.each(RECORDED)("of $file comes out again byte for byte on the CPU: $code, $decoder", async (one) => {
    const { file, code, ebn0, decoder, options } = one;
    const out = join(folder, `${code} ${decoder}`);
    const command = ["simulate", `--code=${code}`, `--decoder=${decoder}`, `--ebn0=${ebn0}`, `--out=${out}`];
    const { status, stderr } = await ldpc(...command, ...options, "--engine=cpu");
    expect(status, stderr).toBe(0);
    const [header, row] = readFileSync(join(out, "points.csv"), "utf8").split("\n");
    const [wantedHeader, ...rows] = readFileSync(join(root, "experiments/results", file), "utf8").split("\n");
    expect(header).toBe(wantedHeader);
    expect(rows).toContain(row);
  });
});
