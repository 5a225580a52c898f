import { expect, it } from "vitest";
import { PUNCTURED, SHORTENED } from "../../../wgsl/channel/bit-llr.ts";
import { LLR_BOUND } from "../../../wgsl/common/bound.ts";
import { bothEngines } from "../../engines.ts";
import { randomNumbers } from "../../simulation/random.ts";
import { runKernel } from "../run-kernel.ts";

const engines = bothEngines();

it.each([2, 8, 64, 256])(
  "unsent-llr over GF(%i): nothing of punctured symbols, certainty of shortened ones",
  async (q) => {
    const n = 30;
    const frames = 3;
    const random = randomNumbers(q);
    const states = Array.from({ length: n }, () => Math.floor(3 * random()));
    const unsent = states.flatMap((state, symbol) => (state === 0 ? [] : [symbol, state]));
    const before = Float32Array.from({ length: frames * n * q }, () => 1 + random());
    const { channel_llr } = await runKernel(engines, {
      kernel: "channel/unsent-llr",
      constants: { Q: q, N: n, UNSENT: unsent.length / 2 },
      buffers: { unsent: Uint32Array.from(unsent), channel_llr: before.slice() },
      parameters: { frames },
      workgroups: Math.ceil(((unsent.length / 2) * q) / 64),
    });
    expect(new Set(states).size).toBe(3);
    channel_llr.forEach((value, at) => {
      const state = states[Math.floor(at / q) % n];
      if (state === PUNCTURED) expect(value).toBe(0);
      else if (state === SHORTENED) expect(value).toBe(at % q === 0 ? 0 : LLR_BOUND);
      else expect(value).toBe(before[at]);
    });
  },
);
