import type { ParityCheckMatrix } from "../../code/parity-check-matrix.ts";
import { basisOperations } from "../../decoder/osd/patterns.ts";
import { testsOfFrame } from "../../decoder/reprocess/options.ts";
import { checkNodeRules } from "../../decoder/rules.ts";
import { modelRules } from "../../decoder/shots/rules.ts";
import type { DecoderSpec } from "../../decoder/spec.ts";
import { defaultChunkFrames } from "../../simulation/task.ts";

/** Operations of a chunk. The check nodes of one CPU core take 0.1 to 1 seconds for them. */
const CHUNK_OPERATIONS = 2 ** 30;

/**
 * Frames of a chunk for `--chunk auto`: the largest power of two whose frames take at most 2³⁰ operations of check nodes, within
 * 1 … `most`. It depends on the code and the decoder alone, so that every machine chooses the same.
 * @param most frames of a chunk without `--chunk auto`.
 */
export function autoChunkFrames(
  matrix: ParityCheckMatrix,
  spec: DecoderSpec,
  most = defaultChunkFrames(matrix.columns * matrix.field.p),
): number {
  const frames = CHUNK_OPERATIONS / frameOperations(matrix, spec);
  return Math.min(most, 2 ** Math.max(0, Math.floor(Math.log2(frames))));
}

/** Largest number of operations of a frame. */
function frameOperations(matrix: ParityCheckMatrix, { rule, iterations, options }: DecoderSpec): number {
  const { cost } = { ...checkNodeRules, ...modelRules }[rule];
  const { checkStart, rows, columns, field } = matrix;
  const k = Math.max(1, columns - rows);
  if (cost.per === "frame") return cost.operations(columns, k, field.q, options);
  let iteration = 0;
  for (let m = 0; m < rows; m++) {
    // Some formulas count the steps of the forward-backward algorithm. A check of two variables has no step.
    const degree = checkStart[m + 1] - checkStart[m];
    iteration += Math.max(degree, cost.operations(degree, field.q, options));
  }
  const {
    reprocess = "none",
    stages,
    "osd-order": order,
    "osd-sweep": sweep = 0,
    "osd-basis": basis,
    ensemble,
    legs,
    "leg-iterations": later = 0,
  } = options;
  // The legs of whole shots have iterations of their own.
  const decoding = iteration * (iterations + (rule === "relay" ? Number(legs) * Number(later) : 0));
  const [first, last = first] = String(reprocess).split("+");
  const osd = last === "osd" ? basisOperations(columns, k, field.q, { basis, order, sweep }) : 0;
  if (first === "none" || first === "osd") return decoding + osd;
  if (first === "relay") return decoding * (1 + Number(legs)) + osd;
  if (first === "ensemble") return decoding * Number(ensemble) + osd;
  return decoding * (1 + testsOfFrame(Number(stages)));
}
