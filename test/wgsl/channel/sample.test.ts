import { describe, expect, it } from "vitest";
import { awgnChannel } from "../../../src/channel/awgn.ts";
import type { DiscreteChannel } from "../../../src/channel/discrete-channel.ts";
import { DEFAULT_GENERATOR, RANDOM_GENERATORS, type RandomGenerator } from "../../../src/channel/random.ts";
import { bscChannel } from "../../../src/channel/symmetric.ts";
import { withRandom } from "../../../wgsl/common/random/parts.ts";
import { bothEngines } from "../../engines.ts";
import { frameRandom } from "../../oracle/random-words.ts";
import { randomNumbers } from "../../simulation/random.ts";
import { runKernel } from "../run-kernel.ts";

const engines = bothEngines();
const KEY = [42, 0xffffffff] as const;

interface Setting {
  readonly p: number;
  readonly n: number;
  readonly firstFrame: number;
  readonly frames: number;
  readonly generator?: RandomGenerator;
}

/** Random codewords and their received values, equal on both engines. */
async function sampled(
  { p, n, firstFrame, frames, generator = DEFAULT_GENERATOR }: Setting,
  { noise, amplitude }: DiscreteChannel,
) {
  const random = randomNumbers(p);
  const codeword = Uint32Array.from({ length: frames * n }, () => Math.floor(random() * 2 ** p));
  const { received } = await runKernel(engines, {
    kernel: "channel/sample",
    constants: { N: n, P: p },
    variant: withRandom(generator),
    buffers: { noise, codeword, received: new Int32Array(frames * n * p) },
    parameters: { firstFrame, frames, key: KEY, amplitude },
    workgroups: Math.ceil((n * p) / 256),
  });
  /** +1 for a bit 0, −1 for a bit 1. */
  const sent = Array.from(received, (_, bit) =>
    Math.floor(codeword[Math.floor(bit / p)] / 2 ** (bit % p)) % 2 === 0 ? 1 : -1,
  );
  return { received, sent };
}

const CASES = [
  { p: 1, n: 70, firstFrame: 5, sigma: 0.4, qber: 0.05 },
  { p: 3, n: 21, firstFrame: 2 ** 32 - 1, sigma: 1, qber: 0.11 },
  { p: 8, n: 66, firstFrame: 2 ** 40 + 3, sigma: 7.9, qber: 0.499 },
].flatMap((one) => RANDOM_GENERATORS.map((generator) => ({ ...one, generator })));

describe.each(CASES)("sample: $n symbols of $p bits from frame $firstFrame, $generator", ({ sigma, qber, ...code }) => {
  it.each([
    [`AWGN, σ = ${sigma}`, awgnChannel(sigma)],
    [`BSC, QBER ${qber}`, bscChannel(qber)],
  ])("%s", async (_, channel) => {
    const { noise, amplitude } = channel;
    const { received, sent } = await sampled({ ...code, frames: 3 }, channel);
    const bits = code.n * code.p;
    for (let slot = 0; slot < 3; slot++) {
      for (let bit = 0; bit < bits; bit++) {
        const word = BigInt(frameRandom(code.firstFrame + slot, Math.floor(bit / 4), 0, KEY, code.generator)[bit % 4]);
        const cell = Number(word % 4096n);
        const entry = BigInt(noise[cell]);
        const outcome = word / 4096n < entry / 4096n ? cell : Number(entry % 4096n);
        const at = slot * bits + bit;
        // Adding 0 turns −0 into 0.
        expect(received[at]).toBe(sent[at] * (amplitude + outcome - 2048) + 0);
      }
    }
  });
});

it.each([0.01, 0.11, 0.4])("over a BSC of QBER %d outputs are ±1, and as many flipped as should be", async (qber) => {
  const { received, sent } = await sampled({ p: 2, n: 1000, firstFrame: 0, frames: 50 }, bscChannel(qber));
  expect(received.every((output) => Math.abs(output) === 1)).toBe(true);
  for (const symbol of [1, -1]) {
    const outputs = received.filter((_, bit) => sent[bit] === symbol);
    const flipped = outputs.filter((output) => output === -symbol).length;
    // Four standard errors. The words are fixed, so the result is too.
    const error = Math.sqrt((qber * (1 - qber)) / outputs.length);
    expect(Math.abs(flipped / outputs.length - qber)).toBeLessThan(4 * error);
  }
});
