import { expect, it } from "vitest";
import { ldpc } from "../cli/run-in-process.ts";

it("has the code over GF(64) ahead of the binary code on 64-QAM, in AWGN and in Rayleigh fading", async () => {
  const points = "experiments/results/modulations/fer-h100.csv";
  const { status, stdout } = await ldpc("experiment", "modulation-fer", "--points", points, "--fer", "1e-4");
  expect(status).toBe(0);
  const lines = stdout.split("\n").filter((line) => line.includes("64qam"));
  // Each channel has its own first curve.
  expect(lines.map((line) => Number(/(\S+)\s*$/.exec(line)?.[1]))).toEqual([0, 0.964, 0, 0.591]);
});
