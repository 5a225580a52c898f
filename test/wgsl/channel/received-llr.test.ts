import { expect, it } from "vitest";
import { qecChannel } from "../../../src/channel/erasures.ts";
import { qscChannel } from "../../../src/channel/symmetric.ts";
import { bothEngines } from "../../engines.ts";
import { randomNumbers } from "../../simulation/random.ts";
import { runKernel } from "../run-kernel.ts";

const engines = bothEngines();

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
