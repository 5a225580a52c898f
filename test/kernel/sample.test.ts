import { expect, it } from "vitest";
import { awgnChannel } from "../../src/channel/awgn.ts";
import { bothEngines } from "../engines.ts";
import { frameRandom } from "../oracle/philox.ts";
import { randomNumbers } from "../simulation/random.ts";
import { runKernel } from "./run-kernel.ts";

const engines = bothEngines();

it.each([
  { p: 1, n: 70, firstFrame: 5, sigma: 0.4 },
  { p: 3, n: 21, firstFrame: 2 ** 32 - 1, sigma: 1 },
  { p: 8, n: 66, firstFrame: 2 ** 40 + 3, sigma: 7.9 },
])("sample: $n symbols of $p bits from frame $firstFrame at σ = $sigma", async ({ p, n, firstFrame, sigma }) => {
  const frames = 3;
  const bits = n * p;
  const key = [42, 0xffffffff] as const;
  const { noise, amplitude } = awgnChannel(sigma);
  const random = randomNumbers(p);
  const codeword = Uint32Array.from({ length: frames * n }, () => Math.floor(random() * 2 ** p));
  const { received } = await runKernel(engines, {
    kernel: "sample",
    constants: { N: n, P: p },
    buffers: { noise, codeword, received: new Int32Array(frames * bits) },
    parameters: { firstFrame, frames, key, amplitude },
    groups: Math.ceil(bits / 256),
  });
  for (let slot = 0; slot < frames; slot++) {
    for (let bit = 0; bit < bits; bit++) {
      const word = BigInt(frameRandom(firstFrame + slot, Math.floor(bit / 4), 0, key)[bit % 4]);
      const cell = Number(word % 4096n);
      const entry = BigInt(noise[cell]);
      const outcome = word / 4096n < entry / 4096n ? cell : Number(entry % 4096n);
      const symbol = codeword[slot * n + Math.floor(bit / p)];
      const sign = Math.floor(symbol / 2 ** (bit % p)) % 2 === 0 ? 1 : -1;
      // Adding 0 makes 0 of −0.
      expect(received[slot * bits + bit]).toBe(sign * (amplitude + outcome - 2048) + 0);
    }
  }
});
