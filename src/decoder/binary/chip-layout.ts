import type { KernelConstants } from "../../gpu/kernel.ts";
import type { ChipGraph } from "./chip-graph.ts";

/** Constants and lists of numbers of binary/chip/iterations. */
interface ChipLayout {
  readonly constants: KernelConstants;
  readonly lists: Readonly<Record<string, readonly number[]>>;
  /** Bits of an invocation, one for each visit of a part of a block row, 32 to a word: [word][z]. */
  readonly turns: Uint32Array;
}

/** Share of the rows whose test comes first when a frame is tested. */
const FIRST_TESTED = 8;

/** Words of messages beyond which a GPU's compiler spills registers, unless all edges of a row are in one batch. */
const WORDS_OF_EDGES_APART = 100;

/** All checks of the block row have the edge. */
const NONE = 0xffffffff;

const upTo = (length: number) => Array.from({ length }, (_, i) => i);

/**
 * The base matrix as constants and lists of the kernel, by block row and by edge of the row.
 * @param interleave frames per word.
 */
export function chipLayout(graph: ChipGraph, edgesOfWord: 1 | 2, interleave: number): ChipLayout {
  const { groups, layers, core, liftingSize: z, sharedColumns, variables } = graph;
  const slots = messageSlots(graph, edgesOfWord);
  const words = messageWords(graph, edgesOfWord);
  const rows = upTo(groups.length);
  const columns = upTo(core / z);
  const constants: Record<string, number> = {
    CORE: sharedColumns * z,
    SHARED: sharedColumns,
    COLUMNS: columns.length,
    ROWS: rows.length,
    LAYERS: layers,
    MESSAGE_WORDS: words,
    LACKS_EDGE: graph.absent === undefined ? 0 : 1,
  };
  const lists: Record<string, readonly number[]> = {};
  for (const r of rows) {
    describeRow(graph, r, slots[r], constants, lists);
    // The edges whose steps are taken together: all of the row, or each apart.
    const all = upTo(groups[r].degree);
    const batches = words > WORDS_OF_EDGES_APART ? [all] : all.map((k) => [k]);
    constants[`BATCHES_${r}`] = batches.length;
    batches.forEach((edges, b) => {
      lists[`BATCH_${r}_${b}`] = edges;
    });
  }
  // Signs of posteriors: words of an invocation's own signs, a bit of each lane for a block row with variables of degree 1, and the columns of
  // the words that are written (PACKED), where a row's variables of degree 1 are one more block column.
  const columnsOfWord = 32 / interleave;
  const withOwn = rows.filter((r) => groups[r].degreeOne !== undefined);
  for (const r of rows) lists[`OWN_SIGN_WORD_${r}`] = [];
  withOwn.forEach((r, own) => {
    lists[`OWN_SIGN_WORD_${r}`] = [Math.floor(own / columnsOfWord)];
    constants[`OWN_PLACE_${r}`] = own % columnsOfWord;
    constants[`OWN_COLUMN_${r}`] = groups[r].degreeOne! / z;
  });
  constants.OWN_SIGN_WORDS = Math.ceil(withOwn.length / columnsOfWord);
  constants.SIGN_WORDS = Math.ceil(variables / z / columnsOfWord);
  for (const w of upTo(constants.SIGN_WORDS)) {
    const isWritten = (column: number) => Math.floor(column / columnsOfWord) === w;
    lists[`SHARED_OF_WORD_${w}`] = columns.filter((c) => isWritten(c) && c < sharedColumns);
    lists[`PRIVATE_OF_WORD_${w}`] = columns.filter((c) => isWritten(c) && c >= sharedColumns);
    lists[`OWN_OF_WORD_${w}`] = withOwn.filter((r) => isWritten(constants[`OWN_COLUMN_${r}`]));
  }
  const first = Math.ceil(rows.length / FIRST_TESTED);
  lists.TESTED0 = rows.slice(0, first);
  lists.TESTED1 = rows.slice(first);
  const turns = describeVisits(graph, constants, lists);
  constants.TURN_WORDS = turns.length / z;
  return { constants, lists, turns };
}

/** Whether a GPU's compiler spills registers, unless little else is in registers. */
export function hasManyWords({ constants: { MESSAGE_WORDS } }: ChipLayout): boolean {
  return MESSAGE_WORDS > WORDS_OF_EDGES_APART;
}

/** Words of messages of an invocation. */
export function messageWords(graph: ChipGraph, edgesOfWord: 1 | 2): number {
  const slots = messageSlots(graph, edgesOfWord).flat();
  return 1 + Math.max(...slots.map(({ word }) => word));
}

/** Word and place in it of an edge's message. */
interface Slot {
  readonly word: number;
  readonly place: number;
}

/** Words of messages: two edges of a row share one, and the last edges of two rows of odd degree. */
function messageSlots({ groups }: ChipGraph, edgesOfWord: 1 | 2): readonly (readonly Slot[])[] {
  let words = 0;
  let half: number | undefined;
  return groups.map(({ degree }) =>
    upTo(degree).map((k): Slot => {
      if (edgesOfWord === 1) return { word: words++, place: 0 };
      if (k % 2 === 1) return { word: words - 1, place: 1 };
      if (k + 1 < degree) return { word: words++, place: 0 };
      const word = half ?? words++;
      const place = half === undefined ? 0 : 1;
      half = half === undefined ? word : undefined;
      return { word, place };
    }),
  );
}

function describeRow(
  { groups, entries, absent, liftingSize: z, sharedColumns }: ChipGraph,
  r: number,
  slots: readonly Slot[],
  constants: Record<string, number>,
  lists: Record<string, readonly number[]>,
): void {
  const { degree, degreeOne, check, entry, message } = groups[r];
  const all = upTo(degree);
  const column = (k: number) => entries[2 * (entry + k)] / z;
  const shift = (k: number) => entries[2 * (entry + k) + 1];
  const hasOwn = degreeOne !== undefined;
  const start = hasOwn || degree > 1 ? 1 : 0;
  Object.assign(constants, {
    [`DEGREE_${r}`]: degree,
    [`START_${r}`]: start,
    [`AFTER_${r}`]: hasOwn ? degree : degree - 1,
    [`BOUNDED_${r}`]: hasOwn ? 0 : 2 * start,
    [`CHECK_${r}`]: check,
    [`DEGREE_ONE_${r}`]: hasOwn ? 1 : 0,
    ...(hasOwn && { [`OWN_${r}`]: degreeOne }),
  });
  const isShared = (k: number) => column(k) < sharedColumns;
  const beginsPair = (k: number) => slots[k]?.word === slots[k + 1]?.word;
  for (const k of all) {
    const place = `${r}_${k}`;
    const at = message + k * z;
    constants[`FIRST_${place}`] = entries[2 * (entry + k)];
    constants[`SHIFT_${place}`] = shift(k);
    constants[`ABSENT_${place}`] = absent !== undefined && absent >= at && absent < at + z ? absent - at : NONE;
    lists[`SHARED_COLUMN_${place}`] = isShared(k) ? [column(k)] : [];
    lists[`PRIVATE_COLUMN_${place}`] = isShared(k) ? [] : [column(k)];
    lists[`WORD_${place}`] = [slots[k].word];
    lists[`PLACE_${place}`] = [slots[k].place];
    lists[`SECOND_${place}`] = beginsPair(k) ? [k + 1] : [];
    lists[`SINGLE_${place}`] = beginsPair(k) || beginsPair(k - 1) ? [] : [slots[k].place];
  }
  lists[`STRAIGHT_${r}`] = all.filter((k) => isShared(k) && shift(k) === 0);
  lists[`SHIFTED_${r}`] = all.filter((k) => isShared(k) && shift(k) > 0);
  lists[`PRIVATE_${r}`] = all.filter((k) => !isShared(k));
}

/** Visits by layer, and the bits of the invocations that take part in visits of a part of a block row. */
function describeVisits(
  { visits, layers, liftingSize: z }: ChipGraph,
  constants: Record<string, number>,
  lists: Record<string, readonly number[]>,
): Uint32Array {
  const split = visits.filter(({ indices }) => indices !== undefined);
  const turns = new Uint32Array(z * Math.ceil(split.length / 32));
  for (const layer of upTo(layers))
    lists[`VISITS${layer}`] = upTo(visits.length).filter((v) => visits[v].layer === layer);
  visits.forEach((visit, v) => {
    const turn = split.indexOf(visit);
    lists[`ROW_OF_${v}`] = [visit.row];
    lists[`TURN_WORD_${v}`] = turn < 0 ? [] : [Math.floor(turn / 32)];
    if (turn < 0) return;
    constants[`TURN_${v}`] = 2 ** (turn % 32);
    for (const i of visit.indices!) turns[Math.floor(turn / 32) * z + i] |= 2 ** (turn % 32);
  });
  return turns;
}

/** Words of a block: 32 elements, and one that puts equal elements of blocks into different banks of workgroup memory. */
const BLOCK_SIZE = 33;
/** Edges of a block row whose signs are read together. */
const EDGES_AT_ONCE = 4;

/** Constants of binary/chip/planes, and its edges of the base matrix. */
interface ChipPlanes {
  readonly constants: KernelConstants;
  /** Fours: of each tested block row the places of its first and of the end, then edges, shift + 65536 · place of the plane. */
  readonly edges: Uint32Array;
}

export const NO_PLANES: ChipPlanes = {
  constants: { SLICED: 0, UNROLLED_TESTS: 2, PLANES_SIZE: 0 },
  edges: new Uint32Array(0),
};

/** The second part of a frame's test, with 32 checks at a time. @param interleave frames per word. */
export function chipPlanes(
  { groups, entries, variables, liftingSize: z }: ChipGraph,
  { lists }: ChipLayout,
  interleave: number,
): ChipPlanes {
  const columnsOfWord = 32 / interleave;
  const columns = variables / z;
  // Of 32 variables of a block column: all, and the first again, so that 32 from any one on are in two.
  const blocks = Math.floor((z - 1) / 32) + 2;
  // Sign words, with a plane that is of no column.
  const words = Math.floor(columns / columnsOfWord) + 1;
  const edge = (column: number, shift: number) => {
    const plane = Math.floor(column / columnsOfWord) * blocks * BLOCK_SIZE + (column % columnsOfWord);
    return plane * 65536 + shift;
  };
  const rows = lists.TESTED1.map((r) => {
    const { entry, degree, degreeOne } = groups[r];
    const edges = upTo(degree).map((k) => edge(entries[2 * (entry + k)] / z, entries[2 * (entry + k) + 1]));
    if (degreeOne !== undefined) edges.push(edge(degreeOne / z, 0));
    while (edges.length % EDGES_AT_ONCE > 0) edges.push(edge(columns, 0));
    return edges;
  });
  let end = rows.length;
  const ends = rows.flatMap((edges) => {
    end += edges.length / EDGES_AT_ONCE;
    return [end - edges.length / EDGES_AT_ONCE, end, 0, 0];
  });
  const BLOCKS = Math.ceil(z / 32);
  return {
    constants: {
      SLICED: 1,
      UNROLLED_TESTS: 1,
      BLOCK_SIZE,
      BLOCKS,
      TESTS: rows.length * interleave * BLOCKS,
      PLANES_SIZE: words * blocks * BLOCK_SIZE,
      PLANE_WORDS: words,
      PLANE_BLOCKS: blocks,
    },
    edges: Uint32Array.from([...ends, ...rows.flat()]),
  };
}
