import { tannerGraph } from "../code/tanner-graph.ts";
import { decoderProgram } from "../decoder/decoder.ts";
import type { DecodableCode } from "../decoder/rule.ts";
import type { DecoderSpec } from "../decoder/spec.ts";
import { InputError } from "../errors.ts";
import { multiply } from "../galois/field.ts";
import { dispatchesInOrder } from "../gpu/schedule.ts";
import { requireLlr } from "./decode.ts";
import type { Engine, PreparedProgram } from "./engine.ts";
import { givenRun } from "./frame-slots.ts";

/**
 * One iteration of a decoder on one frame, with its messages. Edges are numbered as in `tannerGraph`.
 * @example
 * const strongest = ({ checkToVariable }: TracedIteration) => Math.max(...checkToVariable);
 */
export interface TracedIteration {
  /** [edge][a]: from variables to checks, read by the check nodes; LLRs of the variable's symbol a, ln P(likeliest)/P(a). */
  readonly variableToCheck: Float32Array;
  /** [edge][a]: from checks to variables. */
  readonly checkToVariable: Float32Array;
  /** The decision after the iteration. */
  readonly symbols: Uint32Array;
  /** Whether the decision satisfies all checks. */
  readonly converged: boolean;
}

/**
 * Decodes one frame dispatch by dispatch and keeps every message, to draw pictures and to find errors in a decoder. The
 * messages take iterations · edges · q · 8 bytes of memory.
 * @param engine the engine that decodes; it stays open.
 * @param code the code of the frame.
 * @param spec a decoder of symbols that floods, with f32 LLRs as messages: min-max or ems. Over GF(2) min-max is min-sum.
 * @param channelLlr [N][q], L(a) = ln P(s)/P(a), as `channelLlr` makes them.
 * @throws InputError for another decoder, LLRs that are not one frame in a Float32Array, or NaN or an infinity among them.
 * @example
 * const trace = await traceMessages(cpuEngine(), code, readDecoder("min-max iterations=5"), llr);
 * trace.at(-1)!.converged; // → true
 */
export async function traceMessages(
  engine: Engine,
  code: DecodableCode,
  spec: DecoderSpec,
  channelLlr: Float32Array<ArrayBuffer>,
): Promise<TracedIteration[]> {
  requireTraceable(spec);
  if (code.windows !== undefined) throw new InputError("no trace of a code in windows: leave out its windows");
  const { matrix } = code;
  const { q } = matrix.field;
  if (channelLlr.length !== matrix.columns * q)
    throw new InputError(`${channelLlr.length} channel LLRs are not one frame of ${matrix.columns * q}`);
  requireLlr(channelLlr, channelLlr.length);
  const options = { ...spec.options, mapping: "frames" };
  const program = decoderProgram(code, { ...spec, stop: "syndrome", options }, engine.limits, {
    frames: 1,
    refills: 1,
  });
  const prepared = await engine.prepare(program, 1);
  const inVariables = variablesView(code);
  try {
    prepared.write("channel_llr", channelLlr);
    const trace: TracedIteration[] = [];
    let variableToCheck = new Float32Array();
    let checkToVariable = new Float32Array();
    for (const { dispatch, iteration } of dispatchesInOrder(program)) {
      const isCheck = dispatch.buffers.includes("check_start") && dispatch.buffers.includes("check_to_variable");
      if (isCheck) variableToCheck = inVariables(await messages(prepared, "variable_to_check"));
      await prepared.runDispatch(dispatch, givenRun(1), iteration);
      if (isCheck) checkToVariable = inVariables(await messages(prepared, "check_to_variable"));
      if (dispatch.kernel !== "nonbinary/syndrome") continue;
      const converged = (await prepared.read("unsatisfied"))[iteration] === 0;
      const symbols = ((await prepared.read("symbols")) as Uint32Array).slice(0, matrix.columns);
      trace.push({ variableToCheck, checkToVariable, symbols, converged });
      if (converged) break;
    }
    return trace;
  } finally {
    prepared.release();
  }
}

const TRACEABLE: readonly string[] = ["min-max", "ems"];

function requireTraceable({ rule, options }: DecoderSpec): void {
  const isFlooding = options.schedule === undefined || options.schedule === "flooding";
  const isF32 = options.messages === undefined || options.messages === "f32";
  if (TRACEABLE.includes(rule) && isFlooding && isF32) return;
  throw new InputError(`no trace of this decoder: choose ${TRACEABLE.join(" or ")}, flooding, with f32 messages`);
}

async function messages(prepared: PreparedProgram, buffer: string): Promise<Float32Array> {
  const words = await prepared.read(buffer);
  return new Float32Array(words.buffer, words.byteOffset, words.length);
}

/** Kernels keep messages in the order x = h·a; here in the order of the variable's symbols a, the likeliest at 0. */
function variablesView({ matrix }: DecodableCode): (stored: Float32Array) => Float32Array<ArrayBuffer> {
  const { field } = matrix;
  const { edges, edgeValue } = tannerGraph(matrix);
  const { q } = field;
  return (stored) => {
    const result = new Float32Array(edges * q);
    for (let edge = 0; edge < edges; edge++) {
      const vector = stored.subarray(edge * q, (edge + 1) * q);
      const least = Math.min(...vector);
      for (let a = 0; a < q; a++) result[edge * q + a] = vector[multiply(field, edgeValue[edge], a)] - least;
    }
    return result;
  };
}
