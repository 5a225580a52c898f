import { expect, it } from "vitest";
import { bothEngines } from "../../engines.ts";
import { frameRandom } from "../../oracle/philox.ts";
import { runKernel } from "../run-kernel.ts";

const engines = bothEngines();

it.each([
  { p: 1, k: 9, firstFrame: 0 },
  { p: 6, k: 300, firstFrame: 12345 },
  { p: 8, k: 6, firstFrame: 2 ** 32 - 2 },
])(
  "source: the top $p bits of the frame's random words, stream 1 (from frame $firstFrame)",
  async ({ p, k, firstFrame }) => {
    const frames = 4;
    const n = k + 5;
    const key = [0xdeadbeef, 77] as const;
    const positions = Array.from({ length: k }, (_, i) => n - 1 - i);
    const { codeword } = await runKernel(engines, {
      kernel: "source/information",
      constants: { N: n, K: k, P: p },
      buffers: { information_position: Uint32Array.from(positions), codeword: new Uint32Array(frames * n).fill(999) },
      parameters: { firstFrame, frames, key },
      workgroups: Math.ceil(k / 256),
    });
    for (let slot = 0; slot < frames; slot++) {
      const expected = new Array<number>(n).fill(999);
      positions.forEach((position, i) => {
        const word = frameRandom(firstFrame + slot, Math.floor(i / 4), 1, key)[i % 4];
        expected[position] = Math.floor(word / 2 ** (32 - p));
      });
      expect([...codeword.subarray(slot * n, (slot + 1) * n)]).toEqual(expected);
    }
  },
);
