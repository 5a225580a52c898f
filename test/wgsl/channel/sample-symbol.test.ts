import { describe, expect, it } from "vitest";
import { DEFAULT_GENERATOR, RANDOM_GENERATORS, type RandomGenerator } from "../../../src/channel/random.ts";
import { qscChannel } from "../../../src/channel/symmetric.ts";
import { withRandom } from "../../../wgsl/common/random/parts.ts";
import { bothEngines } from "../../engines.ts";
import { frameRandom } from "../../oracle/random-words.ts";
import { randomNumbers } from "../../simulation/random.ts";
import { runKernel } from "../run-kernel.ts";

const engines = bothEngines();
const KEY = [42, 0xffffffff] as const;

interface Setting {
  readonly q: number;
  readonly symbolError: number;
  readonly n: number;
  readonly firstFrame: number;
  readonly frames: number;
  readonly generator?: RandomGenerator;
}

/** Random codewords and their received symbols, equal on both engines. */
async function sampled({ q, symbolError, n, firstFrame, frames, generator = DEFAULT_GENERATOR }: Setting) {
  const random = randomNumbers(q);
  const codeword = Uint32Array.from({ length: frames * n }, () => Math.floor(random() * q));
  const { noise } = qscChannel(symbolError, q);
  const { received } = await runKernel(engines, {
    kernel: "channel/sample-symbol",
    constants: { N: n },
    variant: withRandom(generator),
    buffers: { noise, codeword, received: new Uint32Array(frames * n).fill(999) },
    parameters: { firstFrame, frames, key: KEY },
    workgroups: Math.ceil(n / 256),
  });
  return { noise, codeword, received };
}

const CASES = [
  { q: 4, symbolError: 0.3, n: 70, firstFrame: 5 },
  { q: 8, symbolError: 0.05, n: 301, firstFrame: 2 ** 32 - 1 },
  { q: 256, symbolError: 0.9, n: 66, firstFrame: 2 ** 40 + 3 },
].flatMap((one) => RANDOM_GENERATORS.map((generator) => ({ ...one, generator })));

describe.each(CASES)("sample-symbol: $n symbols of GF($q) from frame $firstFrame, $generator", (setting) => {
  it("adds the error that the random word names", async () => {
    const { n, firstFrame } = setting;
    const { noise, codeword, received } = await sampled({ ...setting, frames: 3 });
    for (let slot = 0; slot < 3; slot++) {
      for (let i = 0; i < n; i++) {
        const word = BigInt(frameRandom(firstFrame + slot, Math.floor(i / 4), 0, KEY, setting.generator)[i % 4]);
        const cell = Number(word % 4096n);
        const entry = BigInt(noise[cell]);
        const error = word / 4096n < entry / 4096n ? cell : Number(entry % 4096n);
        expect(received[slot * n + i]).toBe(codeword[slot * n + i] ^ error);
      }
    }
  });
});

it.each([
  [4, 0.1],
  [8, 0.4],
  [32, 0.7],
])(
  "over GF(%i) with symbol error probability %d all errors are as frequent as they should be",
  async (q, symbolError) => {
    const { codeword, received } = await sampled({ q, symbolError, n: 2000, firstFrame: 0, frames: 50 });
    const errors = new Array<number>(q).fill(0);
    received.forEach((symbol, i) => {
      errors[symbol ^ codeword[i]]++;
    });
    const expected = errors.map((_, e) => received.length * (e === 0 ? 1 - symbolError : symbolError / (q - 1)));
    // χ² with q − 1 degrees of freedom has mean q − 1 and variance 2(q − 1). The words are fixed, so the result is too.
    const chiSquared = errors.reduce((sum, count, e) => sum + (count - expected[e]) ** 2 / expected[e], 0);
    expect(chiSquared).toBeLessThan(q - 1 + 4 * Math.sqrt(2 * (q - 1)));
  },
);
