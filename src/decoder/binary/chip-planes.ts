import { planeVariables } from "../../../wgsl/binary/chip/planes.ts";
import type { KernelConstants } from "../../gpu/kernel.ts";
import type { ChipGraph } from "./chip-graph.ts";
import type { ChipLayout } from "./chip-layout.ts";

/** Constants of binary/chip/planes, and its edges of the base matrix. */
export interface ChipPlanes {
  readonly constants: KernelConstants;
  /** The place of each tested block row's first edge and of the end, then shift + 65536 · place of the plane of each edge. */
  readonly edges: Uint32Array;
}

/** No test by planes. */
export const NO_PLANES: ChipPlanes = {
  constants: { SLICED: 0, UNROLLED_TESTS: 2, PLANES_SIZE: 0, PLANE_VARIABLES: 0, PLANE_EDGES: 0, BLOCKS: 0, TESTS: 0 },
  edges: new Uint32Array(0),
};

/**
 * The second part of a frame's test, with 32 checks at a time.
 * @param interleave frames per word.
 */
export function chipPlanes(
  { groups, entries, liftingSize: z }: ChipGraph,
  { constants, lists }: ChipLayout,
  interleave: number,
): ChipPlanes {
  const columnsOfWord = 32 / interleave;
  const variables = planeVariables(z);
  const planeOf = (column: number) => Math.floor(column / columnsOfWord) * variables + (column % columnsOfWord);
  const edge = (first: number, shift: number) => planeOf(first / z) * 65536 + shift;
  const rows = lists.TESTED1.map((r) => {
    const { entry, degree, degreeOne } = groups[r];
    const own = degreeOne === undefined ? [] : [edge(degreeOne, 0)];
    return [
      ...Array.from({ length: degree }, (_, k) => edge(entries[2 * (entry + k)], entries[2 * (entry + k) + 1])),
      ...own,
    ];
  });
  let end = rows.length + 1;
  const ends = rows.map((edges) => {
    end += edges.length;
    return end;
  });
  const blocks = Math.ceil(z / 32);
  const edges = Uint32Array.from([rows.length + 1, ...ends, ...rows.flat()]);
  return {
    constants: {
      SLICED: 1,
      UNROLLED_TESTS: 1,
      PLANES_SIZE: constants.SIGN_WORDS * variables,
      PLANE_VARIABLES: variables,
      PLANE_EDGES: edges.length,
      BLOCKS: blocks,
      TESTS: rows.length * interleave * blocks,
    },
    edges,
  };
}
