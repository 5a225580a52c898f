import { expect, it } from "vitest";
import { bothEngines } from "../../../engines.ts";
import { randomNumbers } from "../../../simulation/random.ts";
import { runKernel } from "../../run-kernel.ts";

const engines = bothEngines();
/** Initial value of elements that the kernel must not write. */
const UNTOUCHED = 0xabcd;

it.each([1, 2, 3, 4, 5, 6, 7, 8])("bit-planes: bits of the information symbols, %i of each", async (p) => {
  for (const { k, frames } of [
    { k: 3, frames: 1 },
    { k: 32, frames: 4 },
    { k: 609, frames: 6 },
  ]) {
    const n = k + 2;
    const random = randomNumbers(p);
    const codeword = Uint32Array.from({ length: frames * n }, () => Math.floor(random() * 2 ** p));
    const words = Math.ceil(k / 32);
    const groups = Math.ceil(frames / 4);
    const { information_planes } = await runKernel(engines, {
      kernel: "source/encoding/bit-planes",
      constants: { N: n, K: k, P: p, WORDS: words },
      buffers: {
        // The last information symbol has the first position.
        information_position: Uint32Array.from({ length: k }, (_, i) => (i + 1) % k),
        codeword,
        information_planes: new Uint32Array(groups * words * p * 4).fill(UNTOUCHED),
      },
      parameters: { frames },
      workgroups: Math.ceil((words * 4) / 64),
      framesPerWorkgroup: 4,
    });
    information_planes.forEach((plane, at) => {
      const slot = 4 * Math.floor(at / (4 * words * p)) + (at % 4);
      if (slot >= frames) {
        expect(plane).toBe(UNTOUCHED);
        return;
      }
      const word = Math.floor(at / (4 * p)) % words;
      const bits = Array.from({ length: 32 }, (_, bit) => {
        const i = 32 * word + bit;
        return i < k ? Math.floor(codeword[slot * n + ((i + 1) % k)] / 2 ** (Math.floor(at / 4) % p)) % 2 : 0;
      });
      expect(plane).toBe(Number.parseInt(bits.reverse().join(""), 2));
    });
  }
});
