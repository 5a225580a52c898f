import { expect, it } from "vitest";
import { awgnChannel } from "../../../src/channel/awgn.ts";
import { RANDOM_GENERATORS } from "../../../src/channel/random.ts";
import { bscChannel, qscChannel } from "../../../src/channel/symmetric.ts";
import { withRandom } from "../../../wgsl/common/random/parts.ts";
import { bothEngines } from "../../engines.ts";
import { frameRandom } from "../../oracle/random-words.ts";
import { randomNumbers } from "../../simulation/random.ts";
import { runKernel } from "../run-kernel.ts";

// That the words of the noise have the channel's probabilities is tested in test/channel. So it is enough here that each received value is the one
// that its random word names.
const engines = bothEngines();
const KEY = [42, 0xffffffff] as const;
const FRAMES = 3;

/** The outcome that the random word of a bit or symbol of a frame names in the noise of its channel. */
function outcomeOf(noise: Uint32Array, [frame, i]: readonly number[], generator: (typeof RANDOM_GENERATORS)[number]) {
  const word = BigInt(frameRandom(frame, Math.floor(i / 4), 0, KEY, generator)[i % 4]);
  const cell = Number(word % 4096n);
  const entry = BigInt(noise[cell]);
  return word / 4096n < entry / 4096n ? cell : Number(entry % 4096n);
}

it.each(
  [
    { p: 1, n: 70, firstFrame: 5, sigma: 0.4, qber: 0.05 },
    { p: 3, n: 21, firstFrame: 2 ** 32 - 1, sigma: 1, qber: 0.11 },
    { p: 8, n: 66, firstFrame: 2 ** 40 + 3, sigma: 7.9, qber: 0.499 },
  ].flatMap((one) => RANDOM_GENERATORS.map((generator) => ({ ...one, generator }))),
)(
  "sample: $n symbols of $p bits from frame $firstFrame, $generator, over AWGN (σ = $sigma) and a BSC ($qber)",
  async ({ p, n, firstFrame, sigma, qber, generator }) => {
    for (const { noise, amplitude } of [awgnChannel(sigma), bscChannel(qber)]) {
      const random = randomNumbers(p);
      const codeword = Uint32Array.from({ length: FRAMES * n }, () => Math.floor(random() * 2 ** p));
      const bits = n * p;
      const { received } = await runKernel(engines, {
        kernel: "channel/sample",
        constants: { N: n, P: p },
        variant: withRandom(generator),
        buffers: { noise, codeword, received: new Int32Array(FRAMES * bits) },
        parameters: { firstFrame, frames: FRAMES, key: KEY, amplitude },
        workgroups: Math.ceil(bits / 256),
      });
      received.forEach((value, at) => {
        const sent = (codeword[Math.floor(at / p)] >> (at % p)) % 2 === 0 ? 1 : -1;
        const outcome = outcomeOf(noise, [firstFrame + Math.floor(at / bits), at % bits], generator);
        // Adding 0 turns −0 into 0.
        expect(value).toBe(sent * (amplitude + outcome - 2048) + 0);
      });
    }
  },
);

it.each(
  [
    { q: 4, symbolError: 0.3, n: 70, firstFrame: 5 },
    { q: 8, symbolError: 0.05, n: 301, firstFrame: 2 ** 32 - 1 },
    { q: 256, symbolError: 0.9, n: 66, firstFrame: 2 ** 40 + 3 },
  ].flatMap((one) => RANDOM_GENERATORS.map((generator) => ({ ...one, generator }))),
)(
  "sample-symbol: $n symbols of GF($q) from frame $firstFrame, $generator",
  async ({ q, symbolError, n, firstFrame, generator }) => {
    const random = randomNumbers(q);
    const codeword = Uint32Array.from({ length: FRAMES * n }, () => Math.floor(random() * q));
    const { noise } = qscChannel(symbolError, q);
    const { received } = await runKernel(engines, {
      kernel: "channel/sample-symbol",
      constants: { N: n },
      variant: withRandom(generator),
      buffers: { noise, codeword, received: new Uint32Array(FRAMES * n).fill(999) },
      parameters: { firstFrame, frames: FRAMES, key: KEY },
      workgroups: Math.ceil(n / 256),
    });
    received.forEach((symbol, at) => {
      const error = outcomeOf(noise, [firstFrame + Math.floor(at / n), at % n], generator);
      expect(symbol).toBe(codeword[at] ^ error);
    });
  },
);
