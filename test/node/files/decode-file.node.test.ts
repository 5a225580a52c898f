import { describe, expect, it } from "vitest";
import { parityCheckMatrix } from "../../../src/code/parity-check-matrix.ts";
import type { FrameDecoder } from "../../../src/engine/decode.ts";
import { DeviceLostError } from "../../../src/errors.ts";
import { galoisField } from "../../../src/galois/field.ts";
import { type DecodeJob, decodeFile } from "../../../src/node/files/decode-file.ts";
import { codeOf } from "../../code-of.ts";

const FRAMES = 100;

/** A file of one-bit frames, where frame i has the bit i mod 2, and a "decoder" that decides bit by bit. */
function job(onDecode: (call: number) => void = () => {}) {
  const seen = { written: [] as number[], inFlight: 0, mostInFlight: 0, batches: [] as number[] };
  const decoder: FrameDecoder = {
    framesMaximum: 8,
    input: "symbol",
    llrMaximum: Number.POSITIVE_INFINITY,
    llrWidest: 32,
    plan: [],
    prepare: async () => {},
    release: () => {},
    async decode(llr) {
      const frames = llr.length / 2;
      seen.batches.push(frames);
      seen.inFlight++;
      seen.mostInFlight = Math.max(seen.mostInFlight, seen.inFlight);
      await new Promise((resolve) => setTimeout(resolve, 1));
      seen.inFlight--;
      onDecode(seen.batches.length);
      const symbols = Uint8Array.from({ length: frames }, (_, i) => (llr[2 * i] > 0 ? 1 : 0));
      return {
        symbols,
        iterations: new Uint32Array(frames).fill(3),
        converged: new Uint8Array(frames).fill(1),
        seconds: 0,
      };
    },
  };
  const work: DecodeJob = {
    decoder,
    input: {
      path: "a.npy",
      kind: "bit",
      frames: FRAMES,
      symbols: 1,
      close: async () => {},
      read: async (first, count) => Float32Array.from({ length: count }, (_, i) => ((first + i) % 2 === 1 ? -1 : 1)),
    },
    runsInFlight: 3,
    code: codeOf(parityCheckMatrix(galoisField(2), 1, [[[0, 1]]])),
    output: { write: (symbols) => seen.written.push(...symbols), finish: () => {}, discard: () => {} },
  };
  return { work, seen };
}

describe("decodeFile", () => {
  it("decodes in order, with growing batches and as many in flight as the engine wants", async () => {
    const { work, seen } = job();
    expect(await decodeFile(work)).toEqual({
      frames: FRAMES,
      converged: FRAMES,
      iterations: 3 * FRAMES,
      clamped: 0,
      scaled: 0,
      least: 1,
      most: 1,
    });
    expect(seen.written).toEqual(Array.from({ length: FRAMES }, (_, i) => i % 2));
    expect(seen.mostInFlight).toBe(3);
    expect(Math.max(...seen.batches)).toBe(8);
    expect(seen.batches[0]).toBe(1);
  });

  it("stops when aborted, after the batches in flight", async () => {
    const abort = new AbortController();
    const { work, seen } = job((call) => call === 4 && abort.abort());
    const { frames } = await decodeFile({ ...work, signal: abort.signal });
    expect(frames).toBe(seen.batches.reduce((sum, batch) => sum + batch, 0));
    expect(frames).toBeLessThan(FRAMES);
    expect(seen.written.length).toBe(frames);
  });

  it("ends with the device's error, and nothing in flight", async () => {
    const { work, seen } = job((call) => {
      if (call >= 4) throw new DeviceLostError("gone");
    });
    await expect(decodeFile(work)).rejects.toThrow(DeviceLostError);
    expect(seen.inFlight).toBe(0);
  });
});
