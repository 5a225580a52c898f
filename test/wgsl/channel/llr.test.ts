import { expect, it } from "vitest";
import { awgnChannel } from "../../../src/channel/awgn.ts";
import { bscChannel, qecChannel, qscChannel } from "../../../src/channel/symmetric.ts";
import { PUNCTURED, SHORTENED } from "../../../wgsl/channel/bit-llr.ts";
import { symbolLlrDispatch } from "../../../wgsl/channel/symbol-llr.ts";
import { LLR_BOUND } from "../../../wgsl/common/bound.ts";
import { bothEngines } from "../../engines.ts";
import { randomNumbers } from "../../simulation/random.ts";
import { sweep } from "../../sweep.ts";
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

it.each(sweep([1, 2, 3, 4, 5, 6, 7, 8], 3))("symbol-llr: L(a) = ln P(s)/P(a) of %i bits", async (p) => {
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

it.each([4, 8, 32, 256])("received-llr: L(a) = ln P(r)/P(a) over GF(%i)", async (q) => {
  const n = 37;
  const frames = 3;
  const p = 0.2;
  const random = randomNumbers(q);
  const received = Uint32Array.from({ length: frames * n }, () => Math.floor(random() * q));
  const { channel_llr } = await runKernel(engines, {
    kernel: "channel/received-llr",
    constants: { Q: q, N: n },
    buffers: { received, channel_llr: new Float32Array(frames * n * q).fill(-1) },
    parameters: { frames, llrScale: qscChannel(p, q).llrScale },
    workgroups: Math.ceil((n * q) / 128),
  });
  channel_llr.forEach((llr, at) => {
    const likelihood = at % q === received[Math.floor(at / q)] ? 1 - p : p / (q - 1);
    expect(llr).toBeCloseTo(Math.log((1 - p) / likelihood), 6);
  });
});

it.each([4, 256])("received-llr: an erased symbol of GF(%i) has LLR 0 for all elements", async (q) => {
  const received = Uint32Array.of(q, 1, 2 * q - 1, 0, q + 2);
  const { channel_llr } = await runKernel(engines, {
    kernel: "channel/received-llr",
    constants: { Q: q, N: received.length },
    buffers: { received, channel_llr: new Float32Array(received.length * q).fill(-1) },
    parameters: { frames: 1, llrScale: qecChannel(0.3, q).llrScale },
    workgroups: Math.ceil((received.length * q) / 128),
  });
  channel_llr.forEach((llr, at) => {
    const symbol = received[Math.floor(at / q)];
    expect(llr).toBe(symbol >= q || symbol === at % q ? 0 : 2 ** 20);
  });
});
