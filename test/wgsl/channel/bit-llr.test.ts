import { expect, it } from "vitest";
import { awgnChannel } from "../../../src/channel/awgn.ts";
import { bscChannel } from "../../../src/channel/symmetric.ts";
import { PUNCTURED, SHORTENED } from "../../../wgsl/channel/bit-llr.ts";
import { LLR_BOUND } from "../../../wgsl/common/bound.ts";
import { bothEngines } from "../../engines.ts";
import { randomNumbers } from "../../simulation/random.ts";
import { runKernel } from "../run-kernel.ts";

const engines = bothEngines();
const SIGMA = 0.8;

it.each([
  ["AWGN", awgnChannel(SIGMA), (y: number) => (2 * y) / SIGMA ** 2],
  ["BSC", bscChannel(0.03), (y: number) => y * Math.log(0.97 / 0.03)],
])(
  "bit-llr, %s: ln P(0)/P(1) of bits sent, 0 of punctured and certainty of shortened ones",
  async (_, channel, llr) => {
    const n = 150;
    const frames = 3;
    const random = randomNumbers(1);
    const grid = channel.amplitude === 0 ? 1 : channel.amplitude;
    const received = Int32Array.from({ length: frames * n }, () =>
      channel.amplitude === 0 ? (random() < 0.5 ? -1 : 1) : Math.round((random() - 0.5) * 4 * grid),
    );
    received[7] = 0;
    const states = Uint32Array.from({ length: n }, (_, i) => (i === 7 ? 0 : Math.floor(3 * random())));
    const { channel_llr } = await runKernel(engines, {
      kernel: "channel/bit-llr",
      constants: { N: n },
      buffers: { received, sent_state: states, channel_llr: new Float32Array(frames * n).fill(-1) },
      parameters: { frames, llrScale: channel.llrScale },
      workgroups: Math.ceil(n / 64),
    });
    expect(new Set(states).size).toBe(3);
    channel_llr.forEach((value, at) => {
      const state = states[at % n];
      if (state === PUNCTURED) expect(value).toBe(0);
      else if (state === SHORTENED) expect(value).toBe(LLR_BOUND);
      else expect(value).toBeCloseTo(llr(received[at] / grid), 4);
    });
    // `toBe` distinguishes −0 from 0, as decoders read signs from sign bits.
    expect(channel_llr[7]).toBe(0);
  },
);
