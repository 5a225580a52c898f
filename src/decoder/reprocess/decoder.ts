import type { DeviceLimits } from "../../gpu/program.ts";
import { type BinaryRequest, binaryDecoder, binaryGraph } from "../binary/decoder.ts";
import { BINARY_OPTIONS } from "../binary/options.ts";
import type { DecoderProgram } from "../decoder-program.ts";
import type { DecodableCode, DecoderRequest } from "../rule.ts";
import { type DecoderSpec, optionsOf } from "../spec.ts";
import { REPROCESS_OPTIONS } from "./options.ts";
import { reprocessedProgram } from "./program.ts";
import { selectionRules } from "./selection.ts";

/** Most bytes of the tests of a round, unless one frame's are more: some thousand tests of a short code, which fill a GPU. */
const TESTS_MEMORY = 256 * 2 ** 20;
/** Of them in one buffer: what WebGPU guarantees. */
const BUFFER_MEMORY = 128 * 2 ** 20;

/** Most tests of a round on a GPU, which they fill if they are those of the shortest codes. */
const GPU_TESTS = 65_536;
/**
 * Words of tests of a round on software devices, where more gain nothing: a round is done however few frames wait, and a
 * test of no frame costs an iteration too.
 */
const SOFTWARE_TESTS = 256;
const TWIN_TESTS = 32;

/**
 * A binary decoder as a program, with the reprocessing of frames that failed which its spec asks for.
 * @throws InputError as `binaryDecoder`.
 */
export function reprocessingDecoder(
  binary: BinaryRequest,
  code: DecodableCode,
  spec: DecoderSpec,
  limits: DeviceLimits,
  request: DecoderRequest = {},
): DecoderProgram {
  const { reprocess, stages, alpha } = optionsOf(REPROCESS_OPTIONS, spec);
  // Without early termination there is no reprocessing, nor an option of it.
  if (reprocess === undefined || reprocess === "none") return binaryDecoder(binary, code, spec, limits, request);
  // Tests are made of channel LLRs, and change decisions.
  const main = binaryDecoder(binary, code, spec, limits, { ...request, lanes: false });
  const rule = selectionRules[reprocess];
  const { syndrome = false, frames = Number.POSITIVE_INFINITY } = request;
  // Tests are many, and their changes of signs are counted in a frame-interleaved layout or posteriors in workgroup memory.
  const options = optionsOf(BINARY_OPTIONS, spec);
  const frameInterleaves = limits.software || options.mapping === "streaming";
  const mapping = frameInterleaves ? "frames" : options.mapping === "chip" ? "auto" : options.mapping;
  const testSpec: DecoderSpec = { ...spec, options: { ...spec.options, mapping } };
  const decoder = binaryDecoder(binary, code, testSpec, limits, { syndrome, countFlips: rule.countFlips });
  const frameInterleaved = decoder.afterIterations.some(({ constants }) => constants.FRAME_INTERLEAVED === 1);
  const graph = binaryGraph(code, options, binary.separatesDegreeOne);
  const selection = rule.weights({ code, graph, arithmetic: binary.arithmetic, syndrome, frameInterleaved });
  const { interleave } = binary.arithmetic.lanes.twin;
  return reprocessedProgram(main, decoder, selection, {
    n: code.matrix.columns,
    checks: code.matrix.rows,
    iterations: spec.iterations,
    syndrome,
    stages,
    alpha,
    rule: reprocess,
    roundFrames(bytes, largestBytes) {
      const memory = Math.min(TESTS_MEMORY / bytes, BUFFER_MEMORY / largestBytes);
      const tests = Math.min(memory, testsWanted(limits, interleave));
      return Math.max(1, Math.min(frames, Math.floor(tests / 2 ** stages)));
    },
  });
}

/** Tests of a round that are worth having at once. */
function testsWanted({ software, twins }: DeviceLimits, interleave: number): number {
  if (twins) return TWIN_TESTS * interleave;
  return software ? SOFTWARE_TESTS * interleave : GPU_TESTS;
}
