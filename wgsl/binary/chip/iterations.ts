import { type Kernel, type KernelConstants, type TwinCall, u32 } from "../../../src/gpu/kernel.ts";
import { laneBitsPart } from "../../common/lane-bits.ts";
import { runPart } from "../../common/run.ts";
import { wordIndexPart } from "../../common/word-index.ts";
import { workgroupSlotPart } from "../../common/workgroup-slot.ts";
import { checkNodeOf } from "../check-node/check-node.ts";
import { edgesPart } from "../check-node/edges.ts";
import { groupsPart } from "../check-node/groups.ts";
import { parityPart } from "../check-node/parity.ts";
import { lanesOf } from "../formats/lanes.ts";

/** All iterations of a layered decoder of a quasi-cyclic code, posteriors in workgroup memory and messages in registers. */
export const chipIterations: Kernel = {
  name: "binary/chip/iterations",
  wgsl: new URL("./iterations.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart, laneBitsPart, groupsPart, wordIndexPart, edgesPart, parityPart],
  bindings: [
    u32("check_groups"),
    u32("graph"),
    u32("channel"),
    u32("check_signs"),
    u32("unsatisfied", "read_write"),
    u32("posteriors", "read_write"),
  ],
  constants: [
    ...["N", "CORE", "CHECKS", "LIFTING_SIZE", "WORDS", "ROWS", "LAYERS", "ITERATIONS", "STOP", "SYNDROME"],
    ...["CHECK_GROUPS", "FIRST_TESTED", "COMPACT", "LISTS", "ABSENT", "FRAME_INTERLEAVED"],
  ],
  workgroupSize: ({ LIFTING_SIZE, WORDS }) => LIFTING_SIZE * WORDS,
  workgroupBytes: ({ CORE, WORDS }) => 4 * WORDS * (CORE + 2) + 4,
  run({ buffers, constants, variant, parameters: { frames }, range }: TwinCall): void {
    const [, , channel, checkSigns, unsatisfied, posteriors] = buffers as Uint32Array[];
    const { N, CORE, CHECKS, LIFTING_SIZE, WORDS, ROWS, ITERATIONS, STOP, SYNDROME } = constants;
    const { view, interleave, decode, encode, difference, posterior: bounded } = lanesOf(variant);
    const checkNode = checkNodeOf(variant, constants);
    const laneBits = 32 / interleave;
    const rows = Array.from({ length: ROWS }, (_, r) => rowOf(constants, r));
    const edges = rows.reduce((sum, { first }) => sum + first.length, 0);
    const channelLanes = view(channel);
    const posteriorLanes = view(posteriors);
    const last = Math.min(frames, interleave * WORDS * range.lastSlot);
    for (let frame = interleave * WORDS * range.firstSlot; frame < last; frame++) {
      const [word, lane] = [Math.floor(frame / interleave), frame % interleave];
      const at = (n: number) => (word * N + n) * interleave + lane;
      const odd = (check: number) =>
        SYNDROME === 1 && ((checkSigns[word * CHECKS + check] >>> ((lane + 1) * laneBits - 1)) & 1) === 1;
      for (let n = 0; n < CORE; n++) posteriorLanes[at(n)] = channelLanes[at(n)];
      const messages = new Float64Array(edges * LIFTING_SIZE);
      for (let iteration = 0; iteration < ITERATIONS; iteration++) {
        let message = 0;
        for (const row of rows) {
          for (let z = 0; z < LIFTING_SIZE; z++, message += row.first.length) {
            const variables = row.variables(z);
            const incoming = variables.map((n, k) =>
              k === row.first.length
                ? decode(channelLanes[at(n)])
                : difference(decode(posteriorLanes[at(n)]), messages[message + k]),
            );
            const outgoing = Float64Array.from(incoming);
            checkNode?.(outgoing, variables.length, odd(row.check + z));
            messages.set(outgoing.subarray(0, row.first.length), message);
            variables.forEach((n, k) => {
              posteriorLanes[at(n)] = encode(bounded(incoming[k] + outgoing[k], constants));
            });
          }
        }
        if (STOP === 0 && iteration + 1 < ITERATIONS) continue;
        const fails = ({ check, variables }: Row) =>
          Array.from({ length: LIFTING_SIZE }, (_, z) =>
            variables(z).reduce((parity, n) => parity !== decode(posteriorLanes[at(n)]) < 0, odd(check + z)),
          ).some((parity) => parity);
        if (rows.some(fails)) unsatisfied[iteration * frames + frame] = 1;
        else if (STOP === 1) break;
      }
    }
  },
};

/** A block row: its first check, the first variable of each circulant's block column, and the variables of its check z. */
interface Row {
  readonly check: number;
  readonly first: readonly number[];
  /** The degree-1 variable last, if there is one. */
  variables(z: number): number[];
}

function rowOf(constants: KernelConstants, r: number): Row {
  const { LIFTING_SIZE, [`DEGREE_${r}`]: degree, [`DEGREE_ONE_${r}`]: degreeOne } = constants;
  const first = Array.from({ length: degree }, (_, k) => constants[`FIRST_${r}_${k}`]);
  return {
    check: constants[`CHECK_${r}`],
    first,
    variables: (z) => [
      ...first.map((n, k) => n + ((z + constants[`SHIFT_${r}_${k}`]) % LIFTING_SIZE)),
      ...(degreeOne === 1 ? [constants[`OWN_${r}`] + z] : []),
    ],
  };
}
