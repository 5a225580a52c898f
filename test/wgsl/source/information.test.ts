import { expect, it } from "vitest";
import { RANDOM_GENERATORS } from "../../../src/channel/random/generators.ts";
import { withRandom } from "../../../wgsl/common/random/parts.ts";
import { bothEngines } from "../../engines.ts";
import { frameRandom } from "../../oracle/random-words.ts";
import { runKernel } from "../run-kernel.ts";

const engines = bothEngines();

it.each([
  { p: 6, k: 300, firstFrame: 12345, generator: RANDOM_GENERATORS[0] },
  { p: 6, k: 300, firstFrame: 12345, generator: RANDOM_GENERATORS[1] },
  { p: 8, k: 6, firstFrame: 2 ** 32 - 2, generator: RANDOM_GENERATORS[0] },
])(
  "information: the top $p bits of the frame's random words, stream 1 (from frame $firstFrame, $generator)",
  async ({ p, k, firstFrame, generator }) => {
    const frames = 4;
    const n = k + 5;
    const key = [0xdeadbeef, 77] as const;
    const positions = Array.from({ length: k }, (_, i) => n - 1 - i);
    const { codeword } = await runKernel(engines, {
      kernel: "source/information",
      constants: { N: n, K: k, P: p },
      variant: withRandom(generator),
      buffers: { information_position: Uint32Array.from(positions), codeword: new Uint32Array(frames * n).fill(999) },
      parameters: { firstFrame, frames, key },
      workgroups: Math.ceil(k / 256),
    });
    for (let slot = 0; slot < frames; slot++) {
      const expected = new Array<number>(n).fill(999);
      positions.forEach((position, i) => {
        const word = frameRandom(firstFrame + slot, Math.floor(i / 4), 1, key, generator)[i % 4];
        expected[position] = Math.floor(word / 2 ** (32 - p));
      });
      expect([...codeword.subarray(slot * n, (slot + 1) * n)]).toEqual(expected);
    }
  },
);

it.each([
  { k: 9, firstFrame: 0, generator: RANDOM_GENERATORS[0] },
  { k: 700, firstFrame: 2 ** 32 - 2, generator: RANDOM_GENERATORS[0] },
  { k: 700, firstFrame: 2 ** 32 - 2, generator: RANDOM_GENERATORS[1] },
])(
  "information, information-bits: over GF(2) all bits of the frame's random words (from frame $firstFrame, $generator)",
  async ({ k, firstFrame, generator }) => {
    const frames = 37;
    const n = k + 5;
    const key = [0xdeadbeef, 77] as const;
    const positions = Uint32Array.from({ length: k }, (_, i) => n - 1 - i);
    const parameters = { firstFrame, frames, key };
    const { codeword } = await runKernel(engines, {
      kernel: "source/information",
      constants: { N: n, K: k, P: 1 },
      variant: withRandom(generator),
      buffers: { information_position: positions, codeword: new Uint32Array(frames * n) },
      parameters,
      workgroups: Math.ceil(k / 256),
    });
    const packed = await runKernel(engines, {
      kernel: "source/information-bits",
      constants: { N: n, K: k },
      variant: withRandom(generator),
      buffers: { information_position: positions, codeword: new Uint32Array(2 * n) },
      parameters,
      workgroups: Math.ceil(k / 512),
      framesPerWorkgroup: 32,
    });
    for (let slot = 0; slot < frames; slot++) {
      const bits = Array.from({ length: n }, (_, x) => {
        const i = n - 1 - x;
        if (i >= k) return 0;
        const word = frameRandom(firstFrame + slot, Math.floor(i / 128), 1, key, generator)[Math.floor((i % 128) / 32)];
        return Math.floor(word / 2 ** (i % 32)) % 2;
      });
      expect([...codeword.subarray(slot * n, (slot + 1) * n)]).toEqual(bits);
      const row = Math.floor(slot / 32) * n;
      expect([...packed.codeword.subarray(row, row + n)].map((word) => (word >>> (slot % 32)) & 1)).toEqual(bits);
    }
  },
);
