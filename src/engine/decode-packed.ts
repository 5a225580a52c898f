import { requireCode, requireDecoder, requireEngine } from "../decoder/arguments.ts";
import { binaryRules } from "../decoder/binary/rules/index.ts";
import { scatterProgram } from "../decoder/binary/scatter.ts";
import type { DecodableCode, DecoderRequest } from "../decoder/rule.ts";
import type { DecoderSpec } from "../decoder/spec.ts";
import { InputError } from "../errors.ts";
import { requireOptions } from "../options.ts";
import { type DecodedFrames, progress, requireFrames, twice } from "./decode.ts";
import type { Engine } from "./engine.ts";
import { defaultFrames, givenRun, growingProgram } from "./frame-slots.ts";

/**
 * Result of decoding, by frame.
 * @example
 * const firstBit = ({ bits }: PackedFrames) => bits[0] & 1;
 */
export interface PackedFrames extends Omit<DecodedFrames, "symbols" | "soft"> {
  /** [frame][⌈N/32⌉]: bit n mod 32 of word ⌊n/32⌋ is the decision on bit n after the last iteration done. */
  readonly bits: Uint32Array;
}

/**
 * A decoder that takes LLRs as bytes and returns decisions as bits, so that few bytes go to a device and back.
 * @example
 * const open = (binary: Code): PackedDecoder => packedDecoder(engine, binary, readDecoder("sionna-5g-min-sum"));
 */
export interface PackedDecoder {
  /** Maximum number of frames of one call. */
  readonly framesMaximum: number;
  /** The implementation choices for this device, in words. */
  readonly plan: readonly string[];
  /**
   * As `FrameDecoder.prepare`.
   * @param frames frames of the calls, 1 if left out.
   * @throws the same.
   */
  prepare(frames?: number): Promise<void>;
  /**
   * Decodes frames given by their channel LLRs. Several calls may be outstanding.
   * @param channelLlr [frame][N] in steps of the decoder's option `step`, positive for 0, −127 … 127; 0 for a punctured bit, 127 for a
   * shortened one.
   * @throws InputError if the LLRs are not 1 … framesMaximum whole frames in an Int8Array; DeviceLostError if the
   * device was lost.
   */
  decode(channelLlr: Int8Array): Promise<PackedFrames>;
  /** Releases the decoder's buffers on the device. The engine stays open. */
  release(): void;
}

/**
 * Makes a decoder for few frames with a small latency. Decisions and iterations equal the results of `frameDecoder` for
 * the same LLRs.
 * @param engine stays open when the decoder is released.
 * @param code binary and quasi-cyclic.
 * @param spec a decoder of the rule `sionna-5g-min-sum` without `reprocess`, as `readDecoder` makes it.
 * @param options `timed: true` for times on the device, which cost a call some 20 µs; else `seconds` are by the clock.
 * @throws InputError for a decoder or a code without such a form, or a decoder that does not fit the engine's device.
 * @example
 * const lifting = { rule: "as given", size: 8 } as const;
 * const rows: CodeFamily["rows"] = [[[0, 0], [1, 1], [2, 0]], [[0, 2], [1, 0], [2, 3]]];
 * const family = { name: "f", description: "", source: "", lifting, puncturedColumns: [], columns: 3, rows };
 * const packed = packedDecoder(engine, familyCode(family, 8), readDecoder("sionna-5g-min-sum iterations=8"));
 * const { bits, converged } = await packed.decode(new Int8Array(24).fill(20));
 * packed.release();
 * [bits.length, converged[0]]; // → [1, 1]
 */
export function packedDecoder(
  engine: Engine,
  code: DecodableCode,
  spec: DecoderSpec,
  options: Pick<DecoderRequest, "timed"> = {},
): PackedDecoder {
  requireEngine(engine);
  requireCode(code);
  requireDecoder(spec);
  requireOptions("packedDecoder", options, { timed: true });
  const { timed = false } = options;
  const { scatter } = binaryRules[spec.rule] ?? {};
  if (scatter === undefined) {
    const able = Object.keys(binaryRules).filter((name) => binaryRules[name].scatter !== undefined);
    throw new InputError(
      `packedDecoder has one mapping, scatter, whose checks add messages of int8 to sums of variables. ${able.join(", ")} alone is such arithmetic, ` +
        `${spec.rule} is not: decode it by frameDecoder`,
    );
  }
  const { reprocess = "none" } = spec.options;
  if (reprocess !== "none") {
    throw new InputError(
      `packedDecoder has one mapping, scatter, which returns decisions without the posteriors that reprocess=${reprocess} decodes ` +
        "failed frames by: leave it out, or decode by frameDecoder",
    );
  }
  const program = { ...scatterProgram(code, spec, scatter(spec), engine.limits), timed };
  const { bitWords } = program;
  const { columns } = code.matrix;
  const framesMaximum = defaultFrames(engine, program);
  const growing = growingProgram(engine, program);
  const decoder: PackedDecoder = {
    framesMaximum,
    plan: program.plan,
    async prepare(frames = 1) {
      requireFrames(frames, framesMaximum);
      await twice(() => decoder.decode(new Int8Array(frames * columns)));
    },
    async decode(channelLlr) {
      const frames = framesOf(channelLlr, columns, framesMaximum);
      const slots = await growing.withSlots(frames);
      const length = bitWords + spec.iterations;
      const readback = { buffer: "outcome", elements: frames * length };
      const { outputs, seconds } = await slots.run(givenRun(frames), [readback], { llr_bytes: wordsOf(channelLlr) });
      const outcome = outputs[0] as Uint32Array;
      const bits = new Uint32Array(frames * bitWords);
      const unsatisfied = new Uint32Array(frames * spec.iterations);
      for (let frame = 0; frame < frames; frame++) {
        const at = frame * length;
        bits.set(outcome.subarray(at, at + bitWords), frame * bitWords);
        for (let i = 0; i < spec.iterations; i++) unsatisfied[i * frames + frame] = outcome[at + bitWords + i];
      }
      return { bits, ...progress(unsatisfied, frames, spec), seconds };
    },
    release: () => growing.release(),
  };
  return decoder;
}

/** @throws InputError unless the LLRs are whole frames of bytes. */
function framesOf(channelLlr: unknown, columns: number, framesMaximum: number): number {
  if (!(channelLlr instanceof Int8Array)) {
    const given = Object.prototype.toString.call(channelLlr).slice("[object ".length, -1);
    throw new InputError(`channel LLRs are of type ${given}: give whole steps in an Int8Array`);
  }
  const frames = channelLlr.length / columns;
  if (Number.isInteger(frames) && frames >= 1 && frames <= framesMaximum) return frames;
  throw new InputError(`${channelLlr.length} channel LLRs are not 1 … ${framesMaximum} frames of ${columns}`);
}

/** The bytes as 32-bit words of four, without a copy if they are aligned. */
function wordsOf({ buffer, byteOffset, length }: Int8Array): Uint32Array {
  if (byteOffset % 4 === 0 && length % 4 === 0) return new Uint32Array(buffer, byteOffset, length / 4);
  const words = new Uint32Array(Math.ceil(length / 4));
  new Int8Array(words.buffer).set(new Int8Array(buffer, byteOffset, length));
  return words;
}
