import { expect, it } from "vitest";
import { awgnChannel } from "../../../src/channel/awgn.ts";
import { symbolLlrDispatch } from "../../../wgsl/channel/symbol-llr.ts";
import { bothEngines } from "../../engines.ts";
import { randomNumbers } from "../../simulation/random.ts";
import { runKernel } from "../run-kernel.ts";

const engines = bothEngines();

it.each([1, 2, 3, 4, 5, 6, 7, 8])("symbol-llr: L(a) = ln P(s)/P(a) of %i bits", async (p) => {
  const q = 2 ** p;
  const n = 71;
  const frames = 2;
  const { sigma, amplitude, llrScale } = awgnChannel(0.8);
  const random = randomNumbers(p);
  const received = Int32Array.from({ length: frames * n * p }, () => Math.round((random() - 0.5) * 4 * amplitude));
  received[1] = 0;
  const { channel_llr } = await runKernel(engines, {
    kernel: "channel/symbol-llr",
    ...symbolLlrDispatch(p, n),
    buffers: { received, channel_llr: new Float32Array(frames * n * q).fill(-1) },
    parameters: { frames, llrScale },
  });
  for (let symbol = 0; symbol < frames * n; symbol++) {
    // ln of the Gaussian densities of the received values y given the symbol's bits, up to a constant.
    const logs = Array.from({ length: q }, (_, a) => {
      let log = 0;
      for (let b = 0; b < p; b++) {
        const y = received[symbol * p + b] / amplitude;
        log -= (y - (Math.floor(a / 2 ** b) % 2 === 0 ? 1 : -1)) ** 2 / (2 * sigma ** 2);
      }
      return log;
    });
    const likeliest = Math.max(...logs);
    const vector = channel_llr.subarray(symbol * q, (symbol + 1) * q);
    logs.forEach((log, a) => {
      expect(vector[a]).toBeCloseTo(likeliest - log, 4);
    });
    expect(Math.min(...vector)).toBe(0);
  }
});
