import { describe, expect, it } from "vitest";
import { decoderProgram, readDecoder } from "../../src/decoder/decoder.ts";
import type { ShaderStore } from "../../src/engine/cpu/compiled.ts";
import { CpuState, cpuEngine, framesInCache } from "../../src/engine/cpu/engine.ts";
import { defaultFrames } from "../../src/engine/frame-slots.ts";
import { loadShaders } from "../../src/engine/shader.ts";
import { galoisField } from "../../src/galois/field.ts";
import { type Program, UNUSED_BUFFER } from "../../src/gpu/program.ts";
import { randomMatrix } from "../decoder/random-matrix.ts";
import { bothEngines, openGpu } from "../engines.ts";

const engines = bothEngines();
const GIB = 2 ** 30;

/** A program with `length` words for each frame. */
const program = (length: number): Program => ({
  buffers: { words: { type: "u32", length, perFrame: true }, shared: UNUSED_BUFFER },
  start: [],
  iterate: [],
  repeats: 0,
  afterIterations: [],
  plan: [],
});

describe("frames in flight", () => {
  it("are the requested number, up to the limits of dispatches and buffers", async () => {
    const { gpu } = engines;
    await expect(gpu.prepare(program(1), 4_194_241)).rejects.toThrow(
      "the adapter cannot hold 4194241 frames at once: a dispatch has at most 4194240",
    );
    await expect(gpu.prepare(program(2 ** 29), 4_000_000)).rejects.toThrow(
      /^the adapter cannot hold 4000000 frames at once: buffer words would have 8589934592000000 bytes, of \d+ that one can have$/,
    );
  });

  it("are as many as memory, a buffer and dispatches allow at most", async () => {
    const little = await openGpu({ memory: 2 ** 20 });
    expect(little.framesMaximum(program(4))).toBe(65_536);
    expect(little.framesMaximum(program(1))).toBe(262_144);
    await little.close();
    const much = await openGpu({ memory: 1024 * GIB });
    expect(much.framesMaximum(program(1))).toBe(4_194_240);
    // WebGPU guarantees 128 MiB for a buffer.
    expect(much.framesMaximum(program(2 ** 16))).toBeGreaterThanOrEqual(512);
    await much.close();
  });

  it("are none if the limit of memory holds none, which the error names with the least limit", async () => {
    const none = await openGpu({ memory: 107_374 });
    expect(() => none.framesMaximum(program(2 ** 16))).toThrow(
      "one frame needs 0.000245 GiB of device memory and may use 0.0001 GiB: raise the limit, --memory 0.000245",
    );
    await none.close();
    const enough = await openGpu({ memory: 0.000245 * GIB });
    expect(enough.framesMaximum(program(2 ** 16))).toBe(1);
    // WebGPU guarantees 128 MiB for a buffer, and no adapter has 1 TiB.
    expect(() => enough.framesMaximum(program(2 ** 38))).toThrow(
      /^one frame needs 1099511627776 bytes in one buffer, the adapter allows \d+$/,
    );
    await enough.close();
  });

  it("on a CPU are those of a narrower vector if memory has no room for the widest one's", () => {
    expect([2 ** 20, 2 ** 26, 2 ** 28].map((length) => framesInCache(program(length), 16))).toEqual([16, 8, 4]);
  });

  it.each([
    { messages: "int8", most: 16, widths: { 16: 4, 17: 8, 32: 8, 33: 16 } },
    { messages: "f32", most: 16, widths: { 4: 4, 5: 8, 8: 8, 9: 16 } },
    { messages: "int8", most: 8, widths: { 16: 4, 17: 8, 33: 8 } },
  ] as const)("on a CPU fill more than half of a vector of at most $most words, in $messages", async (given) => {
    const { messages, most, widths } = given;
    const code = { matrix: randomMatrix(galoisField(2), [3, 3, 3, 3, 3, 3], 9, 3) };
    const limits = { ...cpuEngine().limits, vectorWords: most };
    const program = decoderProgram(code, readDecoder(`min-sum iterations=3 messages=${messages}`), limits);
    await loadShaders(program);
    const chosen = Object.keys(widths).map((frames) => {
      // A store is asked for native code of the chosen width, and has none.
      const asked = new Set<number>();
      const kept = (_: string, lanes: number) => void asked.add(lanes);
      const store: ShaderStore = {
        native: { lanes: most, kept, compiled: () => expect.unreachable() },
        compiled: (_, compile) => compile(),
      };
      const state = new CpuState(program, Number(frames), Number(frames), store);
      for (const dispatch of program.iterate) state.ready(dispatch);
      return [frames, ...asked];
    });
    expect(Object.fromEntries(chosen)).toEqual(widths);
    expect(chosen.every(({ length }) => length === 2)).toBe(true);
  });

  it("are fewer by default, but eight times as many if frames wait for rounds", async () => {
    const code = { matrix: randomMatrix(galoisField(2), [3, 3, 3, 3, 3, 3], 9, 3) };
    const of = (words: string) =>
      decoderProgram(code, readDecoder(`min-sum iterations=3 ${words}`), engines.gpu.limits);
    expect(engines.gpu.framesMaximum(of(""))).toBeGreaterThan(100_000);
    expect(defaultFrames(engines.gpu, of(""))).toBe(65_472);
    expect(defaultFrames(engines.gpu, of("reprocess=eqml stages=2"))).toBe(524_288);
    const little = await openGpu({ memory: 2 ** 20 });
    expect(defaultFrames(little, program(16))).toBe(16_384);
    expect(defaultFrames(little, of("reprocess=eqml stages=2"))).toBeLessThan(10_000);
    await little.close();
  });
});
