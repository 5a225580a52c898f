import { allEnded } from "../all-ended.ts";
import { requireCode, requireDecoder, requireEngine, requireRequest } from "../decoder/arguments.ts";
import { decoderProgram } from "../decoder/decoder.ts";
import { type DecoderProgram, inputWidth } from "../decoder/decoder-program.ts";
import { llrMaximum, llrWidest } from "../decoder/llr-maximum.ts";
import type { DecodableCode, DecoderRequest } from "../decoder/rule.ts";
import { checkNodeRules } from "../decoder/rules.ts";
import type { DecoderSpec } from "../decoder/spec.ts";
import { InputError } from "../errors.ts";
import { requireOptions } from "../options.ts";
import type { Engine } from "./engine.ts";
import { defaultFrames, givenRun, growingProgram } from "./frame-slots.ts";

/**
 * Result of decoding, by frame.
 * @example
 * const { symbols, iterations, converged }: DecodedFrames = await decodeFrames(engine, code, decoder, llr);
 */
export interface DecodedFrames {
  /** [frame][N]: the decision after the last iteration done. */
  readonly symbols: Uint8Array<ArrayBuffer>;
  /** Iterations done, [frame], 1 … the decoder's `iterations`. */
  readonly iterations: Uint32Array;
  /** 1 where the decision satisfies every check, or has the given syndrome, else 0; [frame]. */
  readonly converged: Uint8Array;
  /** The posteriors behind the decisions, if they were asked for, in the form of the decoder's input: LLRs ln P(0)/P(1) [frame][N], or
   * costs ln P(s)/P(a) ≥ 0 of all symbols [frame][N][q], s the likeliest.
   */
  readonly soft?: Float32Array;
  /** Seconds on the device, or by the clock if the decoder is not timed; for frames decoded in parallel parts, the sum over the parts. */
  readonly seconds: number;
}

/**
 * Data of frames besides their LLRs, and outputs besides the decisions.
 * @example
 * const options: DecodeOptions = { syndromes: new Uint32Array(code.matrix.rows), soft: true };
 */
export interface DecodeOptions {
  /** [frame][M], elements 0 … q − 1: the syndrome of each frame's word. If left out, all syndromes are zero. */
  readonly syndromes?: Uint32Array;
  /** Whether posteriors are returned as `soft`: soft output. Default false. */
  readonly soft?: boolean;
}

/**
 * A decoder on an engine, for repeated calls.
 * @example
 * const frames: FrameDecoder = frameDecoder(engine, code, decoder);
 * frames.input; // → "symbol"
 * frames.release();
 */
export interface FrameDecoder {
  /** Maximum number of frames of one call. */
  readonly framesMaximum: number;
  /** `symbol`: channel LLRs [frame][N][q], L(a) = ln P(s)/P(a); `bit`: [frame][N], ln P(0)/P(1). */
  readonly input: DecoderProgram["input"];
  /** The largest channel LLR that the decoder keeps, apart from certainty: larger ones are cut; infinite if there is none. */
  readonly llrMaximum: number;
  /** The largest median of a frame's LLRs that the decoder takes as it comes; `channelLlr` scales frames with a larger one. */
  readonly llrWidest: number;
  /** The implementation choices for this device, in words. */
  readonly plan: readonly string[];
  /**
   * Makes all that a call needs: compiled kernels, buffers, bindings, and a GPU's commands. The first call then takes as long as later ones.
   * @param frames frames of the calls, 1 if left out; calls of other numbers of frames work too.
   * @throws InputError if they are not 1 … framesMaximum; Error with the kernel's file and line if a kernel does not compile.
   */
  prepare(frames?: number): Promise<void>;
  /**
   * Decodes frames given by their channel LLRs. Several calls may be outstanding: they overlap if the device can.
   * @param channelLlr natural logarithms in the form of `input`, as `channelLlr` makes them: at most 2²⁰ in size for each bit.
   * @param syndromes [frame][M], elements 0 … q − 1, if the decoder was made for syndromes.
   * @throws InputError if the LLRs are not 1 … framesMaximum whole frames in a Float32Array, for NaN or an infinity, or for syndromes
   * of another type, number or range; DeviceLostError if the device was lost.
   */
  decode(channelLlr: Float32Array<ArrayBuffer>, syndromes?: Uint32Array): Promise<DecodedFrames>;
  /** Releases the decoder's buffers on the device. The engine stays open, and a later call of `decode` allocates buffers anew. */
  release(): void;
}

/**
 * Makes a decoder. Frame slots are allocated on demand, so few frames take little memory.
 * @param engine stays open when the decoder is released.
 * @param code H, and its compact form if it has one.
 * @param spec as `readDecoder` makes it.
 * @param request `syndrome: true` for frames with given syndromes, `soft: true` for posteriors beside the decisions, `frames` for the
 * number of frames of a call: with few of them a decoder may have a mapping of smaller latency; `timed: false` for calls without
 * timestamp queries, which cost some 20 µs.
 * @throws InputError if the decoder does not fit the engine's device.
 * @example
 * const frames = frameDecoder(engine, code, decoder);
 * const { converged } = await frames.decode(llr);
 * frames.release();
 * converged[0]; // → 1
 */
export function frameDecoder(
  engine: Engine,
  code: DecodableCode,
  spec: DecoderSpec,
  request: DecoderRequest = {},
): FrameDecoder {
  requireEngine(engine);
  requireCode(code);
  requireDecoder(spec);
  requireRequest("frameDecoder", request);
  return checkingDecoder(engine, code, spec, request, true);
}

/** As `frameDecoder`. @param checksNumbers whether the LLRs may hold NaN or infinities, which the host looks for while the device decodes. */
function checkingDecoder(
  engine: Engine,
  code: DecodableCode,
  spec: DecoderSpec,
  request: DecoderRequest,
  checksNumbers: boolean,
): FrameDecoder {
  // The number of frames of a call is not known in advance.
  const refills = request.frames === undefined ? 1 : undefined;
  const program = { ...decoderProgram(code, spec, engine.limits, { refills, ...request }), timed: request.timed };
  const { matrix } = code;
  const framesMaximum = defaultFrames(engine, program);
  const symbols = matrix.columns;
  const perFrame = symbols * inputWidth(program.input, matrix.field.q);
  const growing = growingProgram(engine, program);
  const together = Math.min(framesMaximum, engine.framesInCache?.(program) ?? framesMaximum);
  /** Runs in flight that keep all cores busy: on a core one waits while another is computed. */
  const lanes = engine.runsInFlight > 1 ? 2 * engine.runsInFlight : 1;
  /** Seconds of work on one core until now, and whether it has become worth all cores. */
  let [spent, isShared] = [0, false];

  const decodeTogether = async (channelLlr: Float32Array<ArrayBuffer>, syndromes?: Uint32Array, checks = false) => {
    const frames = channelLlr.length / perFrame;
    const slots = await growing.withSlots(frames);
    const running = slots.run(
      givenRun(frames),
      [
        { buffer: "decision", elements: frames * symbols, bytes: true },
        { buffer: "unsatisfied", elements: frames * spec.iterations },
        ...(request.soft ? [{ buffer: "soft", elements: channelLlr.length }] : []),
      ],
      { channel_llr: channelLlr, ...(syndromes === undefined ? {} : { syndrome: syndromes }) },
    );
    // If NaN or an infinity is found, nobody awaits the run.
    running.catch(() => {});
    if (checks) requireNumbers(channelLlr, perFrame);
    const { outputs, seconds } = await running;
    const soft = request.soft ? { soft: outputs[2] as Float32Array } : {};
    return { symbols: outputs[0] as Uint8Array<ArrayBuffer>, ...progress(outputs[1], frames, spec), ...soft, seconds };
  };

  const decoder: FrameDecoder = {
    framesMaximum,
    input: program.input,
    llrMaximum: llrMaximum(spec, code),
    llrWidest: llrWidest(spec, code),
    plan: program.plan,
    async prepare(frames = 1) {
      requireFrames(frames, framesMaximum);
      const zeros = new Float32Array(frames * perFrame);
      const syndromes = request.syndrome ? new Uint32Array(frames * matrix.rows) : undefined;
      await twice(() => decoder.decode(zeros, syndromes));
    },
    async decode(channelLlr, syndromes) {
      requireFloats(channelLlr);
      const frames = channelLlr.length / perFrame;
      if (!Number.isInteger(frames) || frames < 1 || frames > framesMaximum) {
        throw new InputError(`${channelLlr.length} channel LLRs are not 1 … ${framesMaximum} frames of ${perFrame}`);
      }
      if ((syndromes?.length ?? 0) !== (request.syndrome ? frames * matrix.rows : 0)) {
        const expected = request.syndrome ? `${frames} frames of ${matrix.rows}` : "none: the decoder takes none";
        throw new InputError(`${syndromes?.length ?? 0} syndrome symbols instead of ${expected}`);
      }
      if (checksNumbers && syndromes !== undefined) requireSyndromes(syndromes, matrix.rows, matrix.field.q);
      if (frames <= together) return decodeTogether(channelLlr, syndromes, checksNumbers);
      if (checksNumbers) requireNumbers(channelLlr, perFrame);
      const all = outcomeOf(frames, symbols, request.soft ? perFrame : 0);
      let seconds = 0;
      const decodePart = async (first: number, end: number) => {
        const llr = channelLlr.subarray(first * perFrame, end * perFrame);
        const part = await decodeTogether(llr, syndromes?.subarray(first * matrix.rows, end * matrix.rows));
        put(all, part, first);
        seconds += part.seconds;
        return part.seconds;
      };
      let from = 0;
      while (!isShared && from < frames) {
        const end = Math.min(from + together, frames);
        const taken = await decodePart(from, end);
        spent += taken;
        isShared = spent + (taken / (end - from)) * (frames - end) > WORTH_SHARING;
        from = end;
      }
      await inParts({ from, to: frames, size: together }, lanes, decodePart);
      return { ...all, seconds };
    },
    release: () => growing.release(),
  };
  return decoder;
}

/** @throws InputError for a number of frames that no call may have. */
export function requireFrames(frames: number, framesMaximum: number): void {
  if (Number.isInteger(frames) && frames >= 1 && frames <= framesMaximum) return;
  throw new InputError(`prepare takes a number of frames of 1 … ${framesMaximum}, not ${frames}`);
}

/** Two equal calls: the second leaves a GPU's commands of the third. */
export async function twice(call: () => Promise<unknown>): Promise<void> {
  for (let done = 0; done < 2; done++) await call();
}

/**
 * Decodes any number of frames in one call. For long work the CPU engine gives each core a share of the frames.
 * @param engine stays open.
 * @param code H, and its compact form if it has one.
 * @param spec as `readDecoder` makes it.
 * @param channelLlr natural logarithms in the form of the decoder's input, as `channelLlr` makes them: symbol LLRs [frame][N][q] over GF(q),
 * bit LLRs [frame][N] of binary rules.
 * @param options the syndromes of the frames, if they are not zero; whether the posteriors are returned too.
 * @throws InputError if the LLRs are not whole frames in a Float32Array, for NaN or an infinity, for syndromes of another type, number or
 * range, or if the decoder does not fit the engine's device; DeviceLostError if the device was lost.
 * @example
 * const { symbols, converged } = await decodeFrames(engine, code, decoder, llr);
 * [symbols.length, converged[0]]; // → [24, 1]
 */
export async function decodeFrames(
  engine: Engine,
  code: DecodableCode,
  spec: DecoderSpec,
  channelLlr: Float32Array<ArrayBuffer>,
  options: DecodeOptions = {},
): Promise<DecodedFrames> {
  requireEngine(engine);
  requireCode(code);
  requireDecoder(spec);
  requireOptions("decodeFrames", options, { syndromes: true, soft: true });
  const { syndromes, soft: isSoft = false } = options;
  const { matrix } = code;
  const perFrame = matrix.columns * inputWidth(checkNodeRules[spec.rule].input, matrix.field.q);
  requireLlr(channelLlr, perFrame);
  const frames = channelLlr.length / perFrame;
  if (!Number.isInteger(frames)) {
    throw new InputError(`${channelLlr.length} channel LLRs are not whole frames of ${perFrame}`);
  }
  if (syndromes !== undefined && syndromes.length !== frames * matrix.rows) {
    throw new InputError(`${syndromes.length} syndrome symbols are not ${frames} frames of ${matrix.rows}`);
  }
  if (syndromes !== undefined) requireSyndromes(syndromes, matrix.rows, matrix.field.q);
  const request = { syndrome: syndromes !== undefined, soft: isSoft, frames };
  const decoder = checkingDecoder(engine, code, spec, request, false);
  const all = outcomeOf(frames, matrix.columns, isSoft ? perFrame : 0);
  let seconds = 0;
  const decodePart = async (first: number, end: number) => {
    const part = await decoder.decode(
      channelLlr.subarray(first * perFrame, end * perFrame),
      syndromes?.subarray(first * matrix.rows, end * matrix.rows),
    );
    put(all, part, first);
    seconds += part.seconds;
  };
  try {
    await inParts({ from: 0, to: frames, size: decoder.framesMaximum }, engine.runsInFlight, decodePart);
  } finally {
    decoder.release();
  }
  return { ...all, seconds };
}

type Outcome = Omit<DecodedFrames, "seconds">;

/** @param perFrame posteriors of a frame; 0 if there are none. */
function outcomeOf(frames: number, symbols: number, perFrame: number): Outcome {
  return {
    symbols: new Uint8Array(frames * symbols),
    iterations: new Uint32Array(frames),
    converged: new Uint8Array(frames),
    ...(perFrame === 0 ? {} : { soft: new Float32Array(frames * perFrame) }),
  };
}

/** Puts the outcome of consecutive frames into that of all. @param first number of their first frame. */
function put(all: Outcome, part: Outcome, first: number): void {
  const frames = part.iterations.length;
  for (const name of ["symbols", "iterations", "converged", "soft"] as const) {
    const values = part[name];
    if (values !== undefined) all[name]!.set(values, (first * values.length) / frames);
  }
}

/** Seconds of one core's work above which another core is used: about the time that a process takes to start. */
const WORTH_SHARING = 0.25;

/**
 * Decodes frames in parts of at most `size`, several at once.
 * @param signal ends it after the parts that have begun.
 * @returns whether all parts were decoded.
 * @throws the first error, once all started parts have ended.
 */
export async function inParts(
  { from, to, size }: { from: number; to: number; size: number },
  atOnce: number,
  decode: (first: number, end: number) => Promise<unknown>,
  signal?: AbortSignal,
): Promise<boolean> {
  let next = from;
  const lane = async () => {
    while (next < to && !signal?.aborted) {
      const first = next;
      next += size;
      try {
        await decode(first, Math.min(next, to));
      } catch (error) {
        next = to;
        throw error;
      }
    }
  };
  await allEnded(Array.from({ length: atOnce }, lane));
  return next >= to;
}

/** Reads the stopping of each frame from `unsatisfied` [iteration][frame], as the kernel tally does. */
export function progress(
  unsatisfied: ArrayLike<number>,
  frames: number,
  spec: Pick<DecoderSpec, "iterations" | "stop">,
): Pick<DecodedFrames, "iterations" | "converged"> {
  const iterations = new Uint32Array(frames);
  const converged = new Uint8Array(frames);
  for (let frame = 0; frame < frames; frame++) {
    let done = 0;
    let satisfied = false;
    while (done < spec.iterations && !(satisfied && spec.stop === "syndrome")) {
      satisfied = unsatisfied[done * frames + frame] === 0;
      done++;
    }
    iterations[frame] = done;
    converged[frame] = satisfied ? 1 : 0;
  }
  return { iterations, converged };
}

/**
 * Requires channel LLRs that kernels can read.
 * @param perFrame LLRs of a frame.
 * @throws InputError as `requireFloats` and `requireNumbers`.
 */
export function requireLlr(channelLlr: unknown, perFrame: number): void {
  requireFloats(channelLlr);
  requireNumbers(channelLlr, perFrame);
}

/** @throws InputError for numbers of another type, which a device would misread. */
function requireFloats(channelLlr: unknown): asserts channelLlr is Float32Array {
  if (channelLlr instanceof Float32Array) return;
  throw new InputError(`channel LLRs are of type ${typeOf(channelLlr)}: convert them with Float32Array.from`);
}

/**
 * @throws InputError for NaN and infinities, which WGSL need not support. Certainty is ±LLR_BOUND, as `channelLlr` makes it.
 * @param perFrame LLRs of a frame.
 */
function requireNumbers(channelLlr: Float32Array, perFrame: number): void {
  if (areFinite(channelLlr)) return;
  const i = channelLlr.findIndex((each) => !Number.isFinite(each));
  const fault = Number.isNaN(channelLlr[i]) ? "NaN, not a number" : "infinite: channelLlr cuts it at ±2²⁰, certainty";
  throw new InputError(`frame ${Math.floor(i / perFrame)}: channel LLR ${i % perFrame} is ${fault}`);
}

/**
 * Requires syndromes that kernels can read.
 * @param perFrame checks of a frame.
 * @param q size of the field.
 * @throws InputError for numbers of another type, or outside 0 … q − 1.
 */
function requireSyndromes(syndromes: unknown, perFrame: number, q: number): void {
  if (!(syndromes instanceof Uint32Array)) {
    throw new InputError(`syndromes are of type ${typeOf(syndromes)}: convert them with Uint32Array.from`);
  }
  let i = 0;
  while (i < syndromes.length && syndromes[i] < q) i++;
  if (i === syndromes.length) return;
  const place = `frame ${Math.floor(i / perFrame)}: syndrome symbol ${i % perFrame}`;
  throw new InputError(`${place} is ${syndromes[i]}: it must be in 0 … ${q - 1}`);
}

function typeOf(value: unknown): string {
  return Object.prototype.toString.call(value).slice("[object ".length, -1);
}

/**
 * Whether no number is NaN or infinite: only finite numbers times 0 have the sum 0. Four sums have a quarter of one
 * sum's latency.
 */
function areFinite(numbers: Float32Array): boolean {
  let [a, b, c, d] = [0, 0, 0, 0];
  const whole = numbers.length - (numbers.length % 4);
  for (let i = 0; i < whole; i += 4) {
    a += numbers[i] * 0;
    b += numbers[i + 1] * 0;
    c += numbers[i + 2] * 0;
    d += numbers[i + 3] * 0;
  }
  for (let i = whole; i < numbers.length; i++) a += numbers[i] * 0;
  return !Number.isNaN(a + b + c + d);
}
