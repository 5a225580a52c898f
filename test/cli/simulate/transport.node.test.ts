import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { ldpc } from "../run-in-process.ts";

const folder = mkdtempSync(join(tmpdir(), "ldpc-transport-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let runs = 0;
const simulate = (...words: string[]) =>
  ldpc(
    ...["simulate", "--code", "nr", "--decoder", "min-sum iterations=5", "--engine", "cpu", "--max-frames", "32"],
    ...["--chunk", "32", "--out", join(folder, String(runs++)), ...words],
  );

describe("ldpc simulate --transport", () => {
  it("sends code blocks of a transport block in points of the modulation", async () => {
    const { status, stderr } = await simulate(
      ...[
        "--transport",
        "8448",
        "--rate",
        "0.5",
        "--rv",
        "0,2",
        "--buffer",
        "9000",
        "--modulation",
        "64qam",
        "--esn0",
        "5",
      ],
    );
    expect(status).toBe(0);
    expect(stderr).toContain("nr-8448-sent8448-rv02: N 9,568 (16,896 sent), K 4,224, R 0.25, over GF(2)");
  });

  it.each([
    [["--rate", "1/2"], "--rate belongs to a transport block of 5G: give --transport BITS, too"],
    [["--transport", "100"], "--transport 100 needs a code rate: give --rate, for example 1/2"],
    [["--transport", "100", "--rate", "1/2", "--rv", "0,4"], '"0,4": redundancy versions are 0, 1, 2, 3'],
    [["--transport", "100", "--rate", "1/2", "--rows", "8"], "leave the option rows out"],
    [["--transport", "100", "--rate", "1/2", "--puncture", "8"], "leave the option puncture out"],
    [["--transport", "100", "--rate", "1/20"], "sends bits more than once: choose a --modulation such as qpsk"],
  ])("%j is refused: %s", async (words, message) => {
    const { status, stderr } = await simulate("--ebn0", "2", ...words);
    expect(status).not.toBe(0);
    expect(stderr).toContain(message);
  });
});
