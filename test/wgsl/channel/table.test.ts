import { describe, expect, it } from "vitest";
import { DEFAULT_GENERATOR } from "../../../src/channel/random/generators.ts";
import { tableChannel } from "../../../src/channel/table/table-channel.ts";
import { withRandom } from "../../../wgsl/common/random/parts.ts";
import { BITS, SYMBOLS } from "../../channel/table/example-tables.ts";
import { bothEngines } from "../../engines.ts";
import { frameRandom } from "../../oracle/random-words.ts";
import { randomNumbers } from "../../simulation/random.ts";
import { runKernel } from "../run-kernel.ts";

const engines = bothEngines();
const KEY = [42, 0xffffffff] as const;
const FRAMES = 3;

describe("table/sample", () => {
  it.each([
    { of: "bits", tables: BITS, n: 17, p: 1 },
    { of: "bits of symbols", tables: BITS, n: 13, p: 3 },
    { of: "symbols", tables: SYMBOLS, n: 19, p: 2 },
  ])("draws the outputs of $of by the table of their input", async ({ tables, n, p }) => {
    const { noise } = tableChannel(tables.tables![0], p);
    const inputBits = Math.log2(tables.inputs);
    const perSymbol = p / inputBits;
    const random = randomNumbers(n);
    const codeword = Uint32Array.from({ length: FRAMES * n }, () => Math.floor(random() * 2 ** p));
    const firstFrame = 2 ** 32 - 1;
    const uses = n * perSymbol;
    const { outputs } = await runKernel(engines, {
      kernel: "channel/table/sample",
      constants: { N: n, P: p, INPUT_BITS: inputBits },
      variant: withRandom(DEFAULT_GENERATOR),
      buffers: { noise, codeword, outputs: new Uint32Array(FRAMES * uses) },
      parameters: { firstFrame, frames: FRAMES, key: KEY },
      workgroups: 1,
    });
    expect(new Set(outputs).size).toBeGreaterThan(2);
    outputs.forEach((output, i) => {
      const [slot, use] = [Math.floor(i / uses), i % uses];
      const symbol = codeword[slot * n + Math.floor(use / perSymbol)];
      const input = Math.floor(symbol / tables.inputs ** (use % perSymbol)) % tables.inputs;
      const word = frameRandom(firstFrame + slot, Math.floor(use / 4), 0, KEY, DEFAULT_GENERATOR)[use % 4];
      const entry = noise[4096 * input + (word % 4096)];
      expect(output).toBe(Math.floor(word / 4096) < entry >>> 12 ? word % 4096 : entry % 4096);
    });
  });
});

describe("table/metrics", () => {
  it.each([1, 4])("copies %i metrics of each output", async (width) => {
    const random = randomNumbers(width);
    const uses = 37;
    const metrics = Int32Array.from({ length: 5 * width }, () => Math.floor((random() - 0.5) * 2 ** 25));
    const outputs = Uint32Array.from({ length: FRAMES * uses }, () => Math.floor(random() * 5));
    const { received } = await runKernel(engines, {
      kernel: "channel/table/metrics",
      constants: { USES: uses, WIDTH: width },
      buffers: { outputs, metrics, received: new Int32Array(FRAMES * uses * width) },
      parameters: { frames: FRAMES },
      workgroups: Math.ceil((uses * width) / 64),
    });
    expect([...received]).toEqual(
      [...outputs].flatMap((output) => [...metrics.subarray(output * width, (output + 1) * width)]),
    );
  });
});
