import type { KernelConstants } from "../../gpu/kernel.ts";
import type { ChipGraph } from "./chip-graph.ts";

/** Constants and lists of numbers of binary/chip/iterations. */
export interface ChipLayout {
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

/**
 * The base matrix as constants and lists of the kernel, by block row and by edge of the row.
 * @param interleave frames per word.
 */
export function chipLayout(graph: ChipGraph, edgesOfWord: 1 | 2, interleave: number): ChipLayout {
  const { groups, layers, core, liftingSize: z, sharedColumns } = graph;
  const slots = messageSlots(graph, edgesOfWord);
  const words = wordsOfSlots(slots);
  const constants: Record<string, number> = {
    CORE: sharedColumns * z,
    SHARED: sharedColumns,
    COLUMNS: core / z,
    ROWS: groups.length,
    LAYERS: layers,
    MESSAGE_WORDS: words,
    LACKS_EDGE: graph.absent === undefined ? 0 : 1,
  };
  const lists: Record<string, readonly number[]> = {};
  groups.forEach((_, r) => {
    describeRow(graph, r, slots[r], constants, lists);
    const batches = edgeBatches(slots[r].length, words > WORDS_OF_EDGES_APART);
    constants[`BATCHES_${r}`] = batches.length;
    batches.forEach((edges, b) => {
      lists[`BATCH_${r}_${b}`] = edges;
    });
  });
  describeSigns(graph, interleave, constants, lists);
  const rows = groups.map((_, r) => r);
  const first = Math.ceil(rows.length / FIRST_TESTED);
  lists.TESTED0 = rows.slice(0, first);
  lists.TESTED1 = rows.slice(first);
  const turns = describeVisits(graph, constants, lists);
  return { constants: { ...constants, TURN_WORDS: turns.length / z }, lists, turns };
}

/** Whether a GPU's compiler spills registers, unless little else is in registers. */
export function hasManyWords({ constants: { MESSAGE_WORDS } }: ChipLayout): boolean {
  return MESSAGE_WORDS > WORDS_OF_EDGES_APART;
}

/** Words of messages of an invocation. */
export function messageWords(graph: ChipGraph, edgesOfWord: 1 | 2): number {
  return wordsOfSlots(messageSlots(graph, edgesOfWord));
}

function wordsOfSlots(slots: readonly (readonly Slot[])[]): number {
  return 1 + Math.max(...slots.flat().map(({ word }) => word));
}

/** Edges of a row whose steps are taken together: all of them, or each apart. */
function edgeBatches(degree: number, isTogether: boolean): readonly (readonly number[])[] {
  const edges = Array.from({ length: degree }, (_, k) => k);
  return isTogether ? [edges] : edges.map((k) => [k]);
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
    Array.from({ length: degree }, (_, k): Slot => {
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
  const all = Array.from({ length: degree }, (_, k) => k);
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
    const at = message + k * z;
    constants[`FIRST_${r}_${k}`] = entries[2 * (entry + k)];
    constants[`SHIFT_${r}_${k}`] = shift(k);
    constants[`ABSENT_${r}_${k}`] = absent !== undefined && absent >= at && absent < at + z ? absent - at : NONE;
    lists[`SHARED_COLUMN_${r}_${k}`] = isShared(k) ? [column(k)] : [];
    lists[`PRIVATE_COLUMN_${r}_${k}`] = isShared(k) ? [] : [column(k)];
    lists[`WORD_${r}_${k}`] = [slots[k].word];
    lists[`PLACE_${r}_${k}`] = [slots[k].place];
    lists[`SECOND_${r}_${k}`] = beginsPair(k) ? [k + 1] : [];
    lists[`SINGLE_${r}_${k}`] = beginsPair(k) || beginsPair(k - 1) ? [] : [slots[k].place];
  }
  lists[`STRAIGHT_${r}`] = all.filter((k) => isShared(k) && shift(k) === 0);
  lists[`SHIFTED_${r}`] = all.filter((k) => isShared(k) && shift(k) > 0);
  lists[`PRIVATE_${r}`] = all.filter((k) => !isShared(k));
}

/**
 * Places of the signs of posteriors: words of an invocation's own signs, a bit of each lane for a block row with variables of degree 1, and the
 * columns of the words that are written (PACKED), where a row's variables of degree 1 are one more block column.
 */
function describeSigns(
  { groups, variables, core, sharedColumns, liftingSize: z }: ChipGraph,
  interleave: number,
  constants: Record<string, number>,
  lists: Record<string, readonly number[]>,
): void {
  const columnsOfWord = 32 / interleave;
  let own = 0;
  groups.forEach(({ degreeOne }, r) => {
    lists[`OWN_SIGN_WORD_${r}`] = degreeOne === undefined ? [] : [Math.floor(own / columnsOfWord)];
    if (degreeOne === undefined) return;
    constants[`OWN_PLACE_${r}`] = own % columnsOfWord;
    constants[`OWN_COLUMN_${r}`] = degreeOne / z;
    own++;
  });
  constants.SIGN_WORDS = Math.ceil(variables / z / columnsOfWord);
  const columns = Array.from({ length: core / z }, (_, c) => c);
  const rows = groups.map((_, r) => r);
  for (let w = 0; w < constants.SIGN_WORDS; w++) {
    const isWritten = (column: number) => Math.floor(column / columnsOfWord) === w;
    lists[`SHARED_OF_WORD_${w}`] = columns.filter((c) => isWritten(c) && c < sharedColumns);
    lists[`PRIVATE_OF_WORD_${w}`] = columns.filter((c) => isWritten(c) && c >= sharedColumns);
    lists[`OWN_OF_WORD_${w}`] = rows.filter(
      (r) => constants[`DEGREE_ONE_${r}`] === 1 && isWritten(constants[`OWN_COLUMN_${r}`]),
    );
  }
  constants.OWN_SIGN_WORDS = Math.ceil(own / columnsOfWord);
}

/** Visits by layer, and the bits of the invocations that take part in visits of a part of a block row. */
function describeVisits(
  { visits, layers, liftingSize: z }: ChipGraph,
  constants: Record<string, number>,
  lists: Record<string, readonly number[]>,
): Uint32Array {
  const split = visits.filter(({ indices }) => indices !== undefined);
  const turns = new Uint32Array(z * Math.ceil(split.length / 32));
  for (let layer = 0; layer < layers; layer++) {
    lists[`VISITS${layer}`] = visits.flatMap((visit, v) => (visit.layer === layer ? [v] : []));
  }
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
