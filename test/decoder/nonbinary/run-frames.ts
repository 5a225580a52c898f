import type { ParityCheckMatrix } from "../../../src/code/parity-check-matrix.ts";
import { decoderProgram } from "../../../src/decoder/decoder.ts";
import type { DecoderProgram } from "../../../src/decoder/decoder-program.ts";
import type { DecoderSpec } from "../../../src/decoder/spec.ts";
import type { Engine } from "../../../src/engine/engine.ts";
import type { BufferData, KernelConstants } from "../../../src/gpu/kernel.ts";
import type { Dispatch } from "../../../src/gpu/program.ts";
import { runParameters } from "../../run-parameters.ts";
import type { SymbolFrame } from "../words.ts";

export interface FrameRun {
  readonly matrix: ParityCheckMatrix;
  readonly how: DecoderSpec;
  readonly frames: readonly SymbolFrame[];
  /** Whether frames are decoded to their syndromes; otherwise to codewords. */
  readonly withSyndrome?: boolean;
  /** Uses a GPU's tile sizes instead of a software device's. */
  readonly likeGpu?: boolean;
  /** Constants that replace the values of kernels that have them. */
  readonly constants?: KernelConstants;
  /** Number of frames that use a message slot one after the other, as `DecoderRequest.refills`. Default 1. */
  readonly refills?: number;
}

/** Contents of a decoder's buffers after a run. */
export interface Decoded {
  /** Decisions, [frame][variable]. */
  readonly decision: BufferData;
  /** Whether a check failed, [iteration][frame]. */
  readonly unsatisfied: BufferData;
  read(buffer: string): Promise<BufferData>;
  /** Kernels of an iteration. */
  readonly kernels: readonly string[];
}

/**
 * Decodes frames in two runs with one unused slot and inspects each run. The second run starts with the buffers of the first, which must
 * not change its result.
 */
export async function runFrames(
  engine: Engine,
  { matrix, how, frames, withSyndrome = false, likeGpu = false, constants = {}, refills = 1 }: FrameRun,
  look: (decoded: Decoded, run: "first run" | "second run") => Promise<void> | void,
): Promise<void> {
  const limits = likeGpu ? { ...engine.limits, software: false, simd: false } : engine.limits;
  const program = withConstants(
    decoderProgram({ matrix }, how, limits, { syndrome: withSyndrome, refills }),
    constants,
  );
  const prepared = await engine.prepare(program, frames.length + 1);
  const outputs = [
    { buffer: "decision", elements: frames.length * matrix.columns },
    { buffer: "unsatisfied", elements: frames.length * how.iterations },
  ];
  const inputs = {
    channel_llr: Float32Array.from(frames.flatMap(({ llr }) => llr.flat())),
    ...(withSyndrome ? { syndrome: Uint32Array.from(frames.flatMap(({ syndrome }) => syndrome)) } : {}),
  };
  try {
    for (const run of ["first run", "second run"] as const) {
      const { outputs: found } = await prepared.run(runParameters({ frames: frames.length }), outputs, inputs);
      await look(
        {
          decision: found[0] as BufferData,
          unsatisfied: found[1] as BufferData,
          read: (buffer) => prepared.read(buffer),
          kernels: program.iterate.map(({ kernel }) => kernel),
        },
        run,
      );
    }
  } finally {
    prepared.release();
  }
}

function withConstants(program: DecoderProgram, constants: KernelConstants): DecoderProgram {
  const replaced = (dispatches: readonly Dispatch[]) =>
    dispatches.map((dispatch): Dispatch => {
      const known = Object.entries(constants).filter(([name]) => name in dispatch.constants);
      return { ...dispatch, constants: { ...dispatch.constants, ...Object.fromEntries(known) } };
    });
  const { start, iterate, afterIterations } = program;
  return {
    ...program,
    start: replaced(start),
    iterate: replaced(iterate),
    afterIterations: replaced(afterIterations),
  };
}
