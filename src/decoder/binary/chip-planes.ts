import type { KernelConstants } from "../../gpu/kernel.ts";
import type { ChipGraph } from "./chip-graph.ts";
import type { ChipLayout } from "./chip-layout.ts";

/** Blocks of 32 variables of a plane of signs: all of a block column, and the first again, so that 32 from any one on are in two. */
const planeBlocks = (liftingSize: number): number => Math.floor((liftingSize - 1) / 32) + 2;

/** Sign words of planes, with a plane that is of no column. */
const planeWords = (columns: number, columnsOfWord: number): number => Math.floor(columns / columnsOfWord) + 1;

/** Words of a block: 32 elements, and one that puts equal elements of blocks into different banks of workgroup memory. */
const BLOCK_SIZE = 33;

/** Edges of a block row whose signs are read together. */
const EDGES_AT_ONCE = 4;

/** Constants of binary/chip/planes, and its edges of the base matrix. */
export interface ChipPlanes {
  readonly constants: KernelConstants;
  /** Fours: of each tested block row the places of its first and of the end, then edges, shift + 65536 · place of the plane. */
  readonly edges: Uint32Array;
}

export const NO_PLANES: ChipPlanes = {
  constants: { SLICED: 0, UNROLLED_TESTS: 2, PLANES_SIZE: 0 },
  edges: new Uint32Array(0),
};

/**
 * The second part of a frame's test, with 32 checks at a time.
 * @param interleave frames per word.
 */
export function chipPlanes(
  { groups, entries, variables, liftingSize: z }: ChipGraph,
  { lists }: ChipLayout,
  interleave: number,
): ChipPlanes {
  const columnsOfWord = 32 / interleave;
  const columns = variables / z;
  const blocks = planeBlocks(z);
  const words = planeWords(columns, columnsOfWord);
  const planeOf = (column: number) =>
    Math.floor(column / columnsOfWord) * blocks * BLOCK_SIZE + (column % columnsOfWord);
  const edge = (column: number, shift: number) => planeOf(column) * 65536 + shift;
  const rows = lists.TESTED1.map((r) => {
    const { entry, degree, degreeOne } = groups[r];
    const edges = Array.from({ length: degree }, (_, k) =>
      edge(entries[2 * (entry + k)] / z, entries[2 * (entry + k) + 1]),
    );
    if (degreeOne !== undefined) edges.push(edge(degreeOne / z, 0));
    while (edges.length % EDGES_AT_ONCE > 0) edges.push(edge(columns, 0));
    return edges;
  });
  let end = rows.length;
  const ends = rows.flatMap((edges) => {
    const first = end;
    end += edges.length / EDGES_AT_ONCE;
    return [first, end, 0, 0];
  });
  const tested = Math.ceil(z / 32);
  return {
    constants: {
      SLICED: 1,
      UNROLLED_TESTS: 1,
      PLANES_SIZE: words * blocks * BLOCK_SIZE,
      PLANE_WORDS: words,
      PLANE_BLOCKS: blocks,
      BLOCK_SIZE,
      BLOCKS: tested,
      TESTS: rows.length * interleave * tested,
    },
    edges: Uint32Array.from([...ends, ...rows.flat()]),
  };
}
