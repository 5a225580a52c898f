import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import type { Code } from "../../code/code.ts";
import { lineOfPosition, positionParts, positionRange, positionsText, wrongPosition } from "../../code/positions.ts";
import { transmittedPositions } from "../../code/rate-matching.ts";
import { columnOrder } from "../../code/transport.ts";
import { InputError, type InputLocation } from "../../errors.ts";
import { defaultPolynomial } from "../../galois/primitive.ts";
import { once } from "../../once.ts";
import { lineWords, requireWord } from "../file-words.ts";
import { philox, STREAM_INTERLEAVER } from "../random.ts";

/**
 * Cyclic code shift keying (A. Y.-C. Wong and V. C. M. Leung, Electronics Letters 33(5), 1997; O. Abassi, L. Conde-Canencia, M. Mansour
 * and E. Boutillon, "Non-binary coded CCSK and frequency-domain equalization with simplified LLR generation", 2013): the point of a label
 * is a sequence of 2^bits signs, shifted to the left by the label, each sign in a use of BPSK. The sequence has maximal
 * length, and one sign more at its end.
 */
function cyclicShifts(name: string, bits: number): Modulation {
  const points = once(() => {
    const sequence = [...maximalLength(bits), 0];
    const amplitude = 1 / Math.sqrt(sequence.length);
    return sequence.map((_, shift) =>
      sequence.map((_, chip) => amplitude * (1 - 2 * sequence[(chip + shift) % sequence.length])),
    );
  });
  const shape: Chips = {
    axes: "chips",
    get points() {
      return points();
    },
  };
  return { name, bits, shape };
}

/** The 2^bits − 1 bits of a linear recurrence with the usual primitive polynomial of GF(2^bits), from the state 1. */
function maximalLength(bits: number): number[] {
  const sequence = [1, ...Array(bits - 1).fill(0)];
  const polynomial = defaultPolynomial(2 ** bits);
  const taps = Array.from({ length: bits }, (_, i) => i).filter((i) => (polynomial >> i) & 1);
  while (sequence.length < 2 ** bits - 1) {
    const first = sequence.length - bits;
    sequence.push(taps.reduce((sum, tap) => sum ^ sequence[first + tap], 0));
  }
  return sequence;
}

/** A permutation that the user made, with its name. */
export interface NamedOrder {
  readonly name: string;
  /** Number of entries. */
  readonly count: number;
  /** Distinguishes permutations of the same name: the first 8 hexadecimal digits of the SHA-256 of the entries. */
  readonly digest: string;
  /** [place] index of the bit or symbol, among those sent, that takes the place; absent where only the text of a channel is known. */
  readonly entries?: readonly number[];
}

/** Most entries, enough for frames of a million bits. */
export const ENTRIES_MAXIMUM = 2 ** 20;

/**
 * Reads a permutation: numbers from 0, or ranges such as 0-15, between white space or commas. Entry i is the index, among the bits or
 * symbols that are sent, of the one that takes place i. Lines may end in a comment behind `#`.
 * @param name of the permutation, for tasks and figures.
 * @param file for messages; left out for a text that is no file's.
 * @throws InputError with the line for a number that is missing, twice or too large, and for a part of another form.
 * @example
 * readOwnOrder("2 0\n1 # last\n", "swapped").entries; // → [2, 0, 1]
 */
export function readOwnOrder(text: string, name: string, file?: string): NamedOrder {
  requireWord(name, "a permutation", file);
  let before = 0;
  const lines = text.split("\n").map((content, i) => {
    const line = entriesOf(content.replace(/#.*/, ""), before, { file, line: i + 1 });
    before += line.length;
    return line;
  });
  const entries = lines.flat();
  requirePermutation(entries, (place) => ({ file, line: lineOfPosition(lines, place) }), file);
  return namedOrder(name, entries);
}

/** The entries of a line. @param before number of entries before it. */
function entriesOf(line: string, before: number, location: InputLocation): number[] {
  const entries: number[] = [];
  for (const part of positionParts(line)) {
    const range = positionRange(part);
    if (range === undefined) throw new InputError(wrongPosition(part), location);
    const [first, last] = range;
    if (before + entries.length + last - first >= ENTRIES_MAXIMUM) {
      throw new InputError(
        `"${part}" makes more than ${ENTRIES_MAXIMUM} entries: a permutation has as many as a frame sends`,
        location,
      );
    }
    for (let entry = first; entry <= last; entry++) entries.push(entry);
  }
  return entries;
}

/** @throws InputError unless each of 0 … n − 1 is there once. */
function requirePermutation(
  entries: readonly number[],
  locationOf: (place: number) => InputLocation,
  file: string | undefined,
): void {
  const { length: count } = entries;
  if (count === 0) throw new InputError("no entries: give the positions 0, 1, … in the order of sending", { file });
  const placeOf = new Int32Array(count).fill(-1);
  entries.forEach((entry, place) => {
    if (entry >= count) {
      throw new InputError(
        `position ${entry} of ${count} entries: a permutation has each of 0 … ${count - 1} once`,
        locationOf(place),
      );
    }
    if (placeOf[entry] >= 0) {
      const first = locationOf(placeOf[entry]).line;
      const where = first === undefined ? `place ${placeOf[entry]}` : `line ${first}`;
      throw new InputError(
        `position ${entry} stands in ${where} already: a permutation has each position once`,
        locationOf(place),
      );
    }
    placeOf[entry] = place;
  });
}

/** A permutation with its count and digest. @param entries each of 0 … n − 1 once. */
export function namedOrder(name: string, entries: readonly number[]): Required<NamedOrder> {
  const digest = bytesToHex(sha256(utf8ToBytes(entries.join(" ")))).slice(0, 8);
  return { name, count: entries.length, digest, entries };
}

/** The permutation as a text that `parseOwnOrder` reads. */
export function ownOrderText(order: NamedOrder): string {
  return `${order.name}=${positionsText(knownEntries(order))}`;
}

/** The inverse of `ownOrderText`; undefined for a text of another form. @throws InputError as `readOwnOrder`. */
export function parseOwnOrder(text: string): NamedOrder | undefined {
  const [, name, entries] = /^([^=\n]*)=([\d,-]+)$/.exec(text) ?? [];
  return name === undefined ? undefined : readOwnOrder(entries, name);
}

/** @throws InputError if the entries are not known. */
function knownEntries({ name, entries }: NamedOrder): readonly number[] {
  if (entries !== undefined) return entries;
  throw new InputError(`the permutation ${name} is not in points.csv: give the run's folder, or its file`);
}

/**
 * The order in which coded bits fill labels, or code symbols where the receiver has metrics of symbols. A number is the seed of a random
 * order. `5g`: the interleaver of bits of 3GPP TS 38.212, 5.4.2.2; `labelBits` gives points their bits as TS 38.211 does. `rows`: written row by row into
 * this number of rows, and read column by column. Otherwise the user's permutation.
 */
export type Interleaver = number | "5g" | { readonly rows: number } | NamedOrder;

/** Largest number of rows. */
export const ROWS_MAXIMUM = 2 ** 20;

/**
 * The order of `count` bits or symbols: [place] the index of the one that takes the place.
 * @param pointBits bits of a point, for `5g`.
 * @throws InputError for a permutation of another length, and for `5g` if the last point were not full.
 */
export function orderOf(interleaver: Interleaver | undefined, count: number, pointBits: number): Uint32Array {
  if (interleaver === undefined) return Uint32Array.from({ length: count }, (_, i) => i);
  if (typeof interleaver === "number") return randomOrder(count, interleaver);
  if (interleaver === "5g") {
    if (count % pointBits !== 0) {
      throw new InputError(
        `interleaver 5g: ${count} sent bits do not fill points of ${pointBits} bits: puncture ${count % pointBits} more, or choose block:${pointBits}`,
      );
    }
    return columnOrder(count, pointBits);
  }
  if ("rows" in interleaver) return columnOrder(count, interleaver.rows);
  const entries = knownEntries(interleaver);
  if (entries.length === count) return Uint32Array.from(entries);
  throw new InputError(
    `interleaver ${interleaver.name} has ${entries.length} entries, and a frame sends ${count}: give a permutation of 0 … ${count - 1}`,
  );
}

/** Philox, stream 5, inside-out shuffle of Fisher and Yates. */
function randomOrder(count: number, seed: number): Uint32Array {
  const order = new Uint32Array(count);
  const words = new Uint32Array(4);
  for (let i = 0; i < count; i++) {
    if (i % 4 === 0) philox(i / 4, 0, 0, STREAM_INTERLEAVER, seed, 0, words);
    const j = Math.floor((words[i % 4] / 2 ** 32) * (i + 1));
    order[i] = order[j];
    order[j] = i;
  }
  return order;
}

/** `7`, `5g`, `block:12`, or the name, length and digest of a permutation: `spread:648:1f0c99ab`. */
export function interleaverText(interleaver: Interleaver): string {
  if (typeof interleaver !== "object") return String(interleaver);
  if ("rows" in interleaver) return `block:${interleaver.rows}`;
  const { name, count, digest } = interleaver;
  return `${name}:${count}:${digest}`;
}

/** The inverse of `interleaverText`, a permutation without its entries; undefined for another text. */
export function parseInterleaver(text: string): Interleaver | undefined {
  const [, name, count, digest] = /^([\w.+-]{1,64}):([1-9]\d{0,7}):([0-9a-f]{8})$/.exec(text) ?? [];
  return name === undefined ? namedInterleaver(text) : { name, count: Number(count), digest };
}

/** A seed, `5g` or `block:12`; undefined for another text. */
export function namedInterleaver(text: string): Interleaver | undefined {
  if (text === "5g") return "5g";
  if (/^(0|[1-9]\d{0,9})$/.test(text) && Number(text) < 2 ** 32) return Number(text);
  const rows = Number(/^block:([1-9]\d{0,7})$/.exec(text)?.[1]);
  return rows <= ROWS_MAXIMUM ? { rows } : undefined;
}

/** The points of a constellation that the user made. */
export interface OwnPoints {
  /** Number of points, a power of two. */
  readonly count: number;
  /** Distinguishes constellations of the same name: the first 8 hexadecimal digits of the SHA-256 of the coordinates. */
  readonly digest: string;
  /** In-phase and quadrature by label, of any mean energy; absent where no more than the text of a channel is known. */
  readonly coordinates?: readonly (readonly [inPhase: number, quadrature: number])[];
}

/** A name of own points, and the points. */
export interface NamedPoints {
  readonly name: string;
  readonly points: OwnPoints;
}

const MOST_BITS = 8;

/**
 * Reads a constellation: a line for each point, with its label, in-phase and quadrature, in any order; labels are the numbers 0 … M − 1,
 * whose least significant bit is the first. Without a quadrature points lie on the axis. Lines may end in a comment behind `#`.
 * @param name of the constellation, for tasks and figures.
 * @param file for messages; left out for a text that is no file's.
 * @throws InputError with the line for equal points, labels that are no permutation, and lines of another form.
 * @example
 * readOwnPoints("0 1 0\n1 0 1\n2 0 -1\n3 -1 0\n", "cross").points.count; // → 4
 */
export function readOwnPoints(text: string, name: string, file?: string): NamedPoints {
  requireWord(name, "a constellation", file);
  const byLabel = new Map<number, { readonly at: readonly [number, number]; readonly line: number }>();
  const byPlace = new Map<string, number>();
  text.split(/\n/).forEach((content, i) => {
    const line = i + 1;
    const words = lineWords(content, { file, line });
    if (words.length === 0) return;
    const fault = (message: string) => new InputError(message, { file, line });
    const [label, x, y = 0] = words.map(Number);
    if (words.length < 2 || words.length > 3 || !Number.isFinite(x) || !Number.isFinite(y)) {
      throw fault(
        `"${content.trim().slice(0, 40)}" is no point: give label, in-phase and quadrature, such as 3 0.7 -0.7`,
      );
    }
    if (!/^\d{1,3}$/.test(words[0]) || label >= 2 ** MOST_BITS) {
      throw fault(
        `label "${words[0].slice(0, 40)}" is none of 0 … ${2 ** MOST_BITS - 1}: labels are whole numbers from 0`,
      );
    }
    const same = byLabel.get(label);
    if (same !== undefined) {
      throw fault(`label ${label} is that of line ${same.line} too: each point has a label of its own`);
    }
    const place = `${x + 0} ${y + 0}`;
    const twin = byPlace.get(place);
    if (twin !== undefined) {
      throw fault(`the point is that of line ${twin} too: no receiver could tell the labels apart; move one`);
    }
    byPlace.set(place, line);
    byLabel.set(label, { at: [x, y], line });
  });
  const count = byLabel.size;
  if (count < 2 || !Number.isInteger(Math.log2(count))) {
    throw new InputError(`${count} points: a constellation has 2, 4, 8, … or ${2 ** MOST_BITS}; add or remove some`, {
      file,
    });
  }
  const beyond = [...byLabel].find(([label]) => label >= count);
  if (beyond !== undefined) {
    const missing = Array.from({ length: count }, (_, label) => label).find((label) => !byLabel.has(label));
    throw new InputError(
      `label ${beyond[0]} of ${count} points: labels are 0 … ${count - 1}, each once; ${missing} is missing`,
      { file, line: beyond[1].line },
    );
  }
  return { name, points: ownPoints(Array.from({ length: count }, (_, label) => byLabel.get(label)!.at)) };
}

/** Points with their digest. @param coordinates by label. */
export function ownPoints(coordinates: readonly (readonly [number, number])[]): OwnPoints {
  const digest = bytesToHex(sha256(utf8ToBytes(JSON.stringify(coordinates)))).slice(0, 8);
  return { count: coordinates.length, digest, coordinates };
}

/** The points as a text that `readOwnPoints` reads, in one line with semicolons in the place of line ends. */
export function ownPointsText({ name, points }: NamedPoints): string {
  return `${name}=${knownCoordinates(name, points)
    .map(([x, y], label) => `${label} ${x} ${y}`)
    .join(";")}`;
}

/** The inverse of `ownPointsText`; undefined for a text of another form. @throws InputError as `readOwnPoints`. */
export function parseOwnPoints(text: string): NamedPoints | undefined {
  const [, name, lines] = /^([^=\n]*)=(.*;.*)$/.exec(text) ?? [];
  return name === undefined ? undefined : readOwnPoints(lines.replaceAll(";", "\n"), name);
}

/** As a modulation of mean energy 1. @throws InputError if the coordinates are not known. */
export function ownModulation(name: string, points: OwnPoints): Modulation {
  const coordinates = knownCoordinates(name, points);
  // Squares of very large or small numbers leave the range of float64.
  const most = Math.max(...coordinates.flat().map(Math.abs));
  const energy = coordinates.reduce((sum, [x, y]) => sum + (x / most) ** 2 + (y / most) ** 2, 0) / coordinates.length;
  const scale = 1 / Math.sqrt(energy);
  const scaled = coordinates.map(([x, y]): [number, number] => [(scale * x) / most, (scale * y) / most]);
  return { name, bits: Math.log2(points.count), shape: { axes: "joint", points: scaled } };
}

function knownCoordinates(name: string, { coordinates }: OwnPoints) {
  if (coordinates !== undefined) return coordinates;
  throw new InputError(`the points of ${name} are not in points.csv: give the run's folder, or the file of the points`);
}

/** The labelled points of one use of the channel, on the integer grid of the noise. */
export interface GridPoints {
  /** Values of a use: 1 on one axis, 2 of a point of the plane, or the chips of a sequence. */
  readonly dimensions: number;
  /** Bits of a label. */
  readonly bits: number;
  /** [label][dimension], in grid steps. */
  readonly points: Int32Array;
  /** Length of a grid step, where the points of the modulation have mean energy 1. */
  readonly step: number;
}

/** Default number of grid steps per standard deviation of the noise: 4096 cells of noise cover ±8σ. */
const STEPS_PER_SIGMA = 256;
/** Minimum number of steps per standard deviation: cells of the noise are finer than a sixteenth of it. */
const FEWEST_STEPS = 16;
/** Most steps of the noise. */
const NOISE_CELLS = 2048;
/** Minimum number of steps between two points. */
const FEWEST_BETWEEN = 16;
/**
 * Largest coordinate of a point. With at most 2048 cells of noise a received value is within ±16383, and squared
 * distances stay below 2^31.
 */
export const FARTHEST = 14_335;
/** Largest coordinate of a point before fading, whose gains are below 4. */
export const FARTHEST_FADING = 3583;

/**
 * The points for noise of a standard deviation σ on each axis. Amplitudes on axes are whole multiples of half their least distance, which
 * is a whole number of steps; coordinates of other points are rounded to steps, σ/256 at most.
 * @param reach largest coordinate of a point in steps.
 * @throws InputError for a σ at which the points are too near to each other, or too far from each other.
 */
export function onGrid(modulation: Modulation, sigma: number, reach = FARTHEST): GridPoints {
  const { shape, name } = modulation;
  const isPoint = typeof shape.axes === "string";
  const coordinates = "points" in shape ? shape.points.flat() : [...shape.amplitudes];
  const dimensions = dimensionsOf(modulation);
  const farthest = coordinates.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
  const finest = Math.max(sigma / STEPS_PER_SIGMA, farthest / Math.min(reach, reachOf(dimensions)));
  const step = isPoint ? finest : unitStep((shape as Pam).amplitudes, finest, farthest, reach);
  const points = Int32Array.from(coordinates, (x) => Math.round(x / step));
  if (!(sigma > 0) || step * FEWEST_STEPS > sigma) {
    throw new InputError(
      `${name} with noise of standard deviation ${sigma}: too little noise to sample; give fewer dB`,
    );
  }
  if (leastDistance(points, dimensions) < FEWEST_BETWEEN) {
    throw new InputError(
      `${name} with noise of standard deviation ${sigma}: points cannot be told apart; give more dB`,
    );
  }
  return { dimensions, bits: bitsOfUse(modulation), points, step };
}

/**
 * Largest coordinate of a point of many dimensions: a squared distance stays below 2^31, if each coordinate has 2048 cells
 * of noise.
 */
function reachOf(dimensions: number): number {
  return Math.floor((Math.sqrt(2 ** 31 / dimensions) - NOISE_CELLS) / 2);
}

/** A step for which half the least distance of equally spaced amplitudes is a whole number of steps. */
function unitStep(amplitudes: readonly number[], finest: number, farthest: number, reach: number): number {
  const unit = farthest / (amplitudes.length - 1);
  const most = Math.floor(reach / (amplitudes.length - 1));
  return unit / Math.min(most, Math.max(1, Math.round(unit / finest)));
}

function leastDistance(points: Int32Array, dimensions: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < points.length; i += dimensions) {
    for (let j = 0; j < i; j += dimensions) {
      let square = 0;
      for (let d = 0; d < dimensions; d++) square += (points[i + d] - points[j + d]) ** 2;
      least = Math.min(least, square);
    }
  }
  return Math.sqrt(least);
}

/** The order in which coded bits fill points. */
export interface BitOrder {
  readonly interleaver?: Interleaver;
  /** Whether the bits of each point are b(0), b(1), … of 3GPP TS 38.211, 5.1, and not the label's from its least significant bit on. */
  readonly standard: boolean;
}

/** The order of a modulation's bits: 5G's with its labels, with its interleaver, and for its transmissions. */
export function bitOrder({ labeling, interleaver }: Modulated, isTransport: boolean): BitOrder {
  return { interleaver, standard: labeling === "5g" || interleaver === "5g" || isTransport };
}

/**
 * The bits of each label, in the order of uses: the sent bits in the interleaver's order, with `padding` until the last label is full, or the
 * last point in the standard's order.
 * @param sent indices of the coded bits that are sent.
 * @param size bits of a label, and of a point.
 * @param order that of the code without it.
 * @throws InputError as `orderOf`.
 */
export function labelBits(
  sent: Uint32Array,
  { bits, pointBits }: { readonly bits: number; readonly pointBits: number },
  padding: number,
  { interleaver, standard }: BitOrder = { standard: false },
): Uint32Array {
  const whole = standard ? pointBits : bits;
  const labels = new Uint32Array(Math.ceil(sent.length / whole) * whole).fill(padding);
  labels.set(orderOf(interleaver, sent.length, pointBits).map((index) => sent[index]));
  if (!standard) return labels;
  const bitOfLabel = standardBits(pointBits);
  return labels.map((_, i) => labels[i - (i % pointBits) + bitOfLabel[i % pointBits]]);
}

/**
 * Code symbols in the order of sending, for a receiver with metrics of symbols: symbols that are not sent take the last places, without an
 * interleaver their own.
 * @param sent the symbols that are sent, ascending.
 * @param count all symbols.
 * @throws InputError as `orderOf`.
 */
export function symbolOrder(sent: Uint32Array, count: number, interleaver: Interleaver | undefined): Uint32Array {
  const all = Uint32Array.from({ length: count }, (_, symbol) => symbol);
  if (interleaver === undefined) return all;
  const isSent = new Uint8Array(count);
  for (const symbol of sent) isSent[symbol] = 1;
  const order = orderOf(interleaver, sent.length, 1).map((index) => sent[index]);
  return Uint32Array.from([...order, ...all.filter((symbol) => isSent[symbol] === 0)]);
}

/**
 * Checks that an interleaver fits what a code sends.
 * @throws InputError as `orderOf`, and for 5G's interleaver of transmissions that have it.
 */
export function requireOrder(modulated: Modulated, code: Code): void {
  const { demapper, interleaver } = modulated;
  if (interleaver === undefined) return;
  if (interleaver === "5g" && code.sending !== undefined) {
    throw new InputError("interleaver 5g: the transmissions of --transport have it already: leave --interleaver out");
  }
  const symbols = transmittedPositions(code).length;
  orderOf(interleaver, demapper === "symbols" ? symbols : symbols * code.matrix.field.p, sizeOfPoint(modulated).bits);
}

/**
 * A constellation of mean energy 1 with a label of `bits` bits for each point. The points lie on one real axis (`pam`),
 * on two axes with half of the label each (`square`), anywhere in the plane (`plane`), or are sequences of chips (`cyclicShifts`).
 */
export interface Modulation {
  readonly name: string;
  /** Bits of a label: 2^bits points. */
  readonly bits: number;
  readonly shape: Pam | Plane | Chips;
}

/** Amplitudes by label, on one axis or, independently, on each of two. */
export interface Pam {
  readonly axes: 1 | 2;
  readonly amplitudes: readonly number[];
}

/** Points by label, in-phase and quadrature. */
export interface Plane {
  readonly axes: "joint";
  readonly points: readonly (readonly [inPhase: number, quadrature: number])[];
}

/** Sequences of values, each on an axis of its own, by label. */
export interface Chips {
  readonly axes: "chips";
  readonly points: readonly (readonly number[])[];
}

/**
 * A modulation whose points lie in the plane.
 * @example
 * const { name, bits }: PlaneModulation = planeModulations["64qam"];
 * [name, bits]; // → ["64qam", 6]
 */
export interface PlaneModulation extends Modulation {
  readonly shape: Pam | Plane;
}

/**
 * Modulations of the plane by their names, with Gray labels: the labels of neighbouring points differ in one bit. A new
 * modulation is a line in this table. Label 0 of BPSK is +1.
 * @example
 * Object.keys(planeModulations).slice(0, 2); // → ["bpsk", "pam4"]
 */
export const planeModulations = {
  bpsk: pam("bpsk", 1, 1),
  pam4: pam("pam4", 2, 1),
  pam8: pam("pam8", 3, 1),
  pam16: pam("pam16", 4, 1),
  qpsk: pam("qpsk", 1, 2),
  "8psk": psk("8psk", 3),
  "16qam": pam("16qam", 2, 2),
  "64qam": pam("64qam", 3, 2),
  "256qam": pam("256qam", 4, 2),
  "1024qam": pam("1024qam", 5, 2),
  "4096qam": pam("4096qam", 6, 2),
} as const satisfies Readonly<Record<string, PlaneModulation>>;

/** All modulations by their names. */
export const modulations = {
  ...planeModulations,
  ccsk16: cyclicShifts("ccsk16", 4),
  ccsk64: cyclicShifts("ccsk64", 6),
  ccsk256: cyclicShifts("ccsk256", 8),
} as const satisfies Readonly<Record<string, Modulation>>;

export type ModulationName = keyof typeof modulations;

export const MODULATION_NAMES = Object.keys(modulations) as readonly ModulationName[];

/** Position of a label along a line or a circle whose neighbours differ in one bit: the inverse of `i ^ (i >> 1)`. */
function grayPosition(label: number): number {
  let position = label;
  for (let shift = label >> 1; shift > 0; shift >>= 1) position ^= shift;
  return position;
}

/** @param axisBits bits on each axis. */
function pam(name: string, axisBits: number, axes: 1 | 2): PlaneModulation {
  const size = 2 ** axisBits;
  // Odd numbers −(size − 1) … size − 1 have the mean energy (size² − 1)/3.
  const scale = 1 / Math.sqrt((axes * (size * size - 1)) / 3);
  const amplitudes = Array.from({ length: size }, (_, label) => scale * (size - 1 - 2 * grayPosition(label)));
  return { name, bits: axes * axisBits, shape: { axes, amplitudes } };
}

function psk(name: string, bits: number): PlaneModulation {
  const size = 2 ** bits;
  const points = Array.from({ length: size }, (_, label): [number, number] => {
    const angle = (2 * Math.PI * grayPosition(label)) / size;
    return [Math.cos(angle), Math.sin(angle)];
  });
  return { name, bits, shape: { axes: "joint", points } };
}

/**
 * Rules that label the points of a modulation. `gray`: neighbours differ in one bit. `natural`: labels count along each axis or around the
 * circle. `set-partition`: each bit, from the least significant on, halves a set of points into sets of larger distance (G. Ungerboeck,
 * IEEE Trans. Inf. Theory 28(1), 1982). `5g`: points of 3GPP TS 38.211, 5.1.3 to 5.1.7, which take coded bits in the order b(0), b(1), …
 */
export const LABELINGS = ["gray", "natural", "set-partition", "5g"] as const;
/** For errors: the modulations that have `5g` labels. */
const SENT_BY_5G = "5G sends qpsk, 16qam, 64qam, 256qam and 1024qam";
/** Bits of the largest point that 5G sends, of 1024-QAM. */
const BITS_OF_5G = 10;
type Labeling = (typeof LABELINGS)[number];

/** A modulation with other labels of the same points. @param modulation with Gray labels, as in the table. */
export function relabelled(modulation: Modulation, labeling: Labeling): Modulation {
  const { shape } = modulation;
  if (labeling === "gray") return modulation;
  if (labeling === "5g") return standardSquare(modulation);
  if (shape.axes === "chips") {
    throw new InputError(`${modulation.name} has one labelling, by cyclic shifts: leave --labeling ${labeling} out`);
  }
  if (shape.axes === "joint") {
    // Counting around a circle halves it into circles of every second point.
    const points = shape.points.map((_, position) => shape.points[labelAt(position)]);
    return { ...modulation, shape: { ...shape, points } };
  }
  const amplitudes = shape.amplitudes.map((_, position) => shape.amplitudes[labelAt(position)]);
  if (labeling === "natural" || shape.axes === 1) return { ...modulation, shape: { ...shape, amplitudes } };
  return { ...modulation, shape: { axes: "joint", points: partitionedSquare(amplitudes) } };
}

/**
 * Square QAM of TS 38.211, with labels of axes: the bits that choose the size of an amplitude are the inverse of Gray's, so that zeros stand near
 * the middle. `standardBits` says which coded bits they are.
 */
function standardSquare(modulation: Modulation): Modulation {
  const { name, shape } = modulation;
  if (shape.axes !== 2 || modulation.bits > BITS_OF_5G) {
    throw new InputError(`${SENT_BY_5G}, and not ${name}: leave --labeling 5g out`);
  }
  const sizeBits = shape.amplitudes.length / 2 - 1;
  return {
    ...modulation,
    shape: { ...shape, amplitudes: shape.amplitudes.map((_, label) => shape.amplitudes[label ^ sizeBits]) },
  };
}

/**
 * The bit b(i) of a point in TS 38.211, 5.1, that is each bit of a label of axes, least significant first. Such labels have the bits of the in-phase
 * axis first, whose highest bit is the sign; the standard gives bits to the axes by turns, the signs first. Labels without two axes have the
 * standard's order.
 */
function standardBits(pointBits: number): readonly number[] {
  const half = pointBits / 2;
  const bits = Array.from({ length: pointBits }, (_, bit) => bit);
  return Number.isInteger(half) ? bits.map((bit) => 2 * (half - 1 - (bit % half)) + Math.floor(bit / half)) : bits;
}

function labelAt(position: number): number {
  return position ^ (position >> 1);
}

/**
 * The points of a square by labels of set partitioning. The first bit of each pair of bits divides a square grid, like
 * the colours of a chessboard, into two grids turned by 45°. The second bit divides each of them into square grids of
 * twice the distance.
 * @param amplitudes of an axis by position.
 */
function partitionedSquare(amplitudes: Pam["amplitudes"]): [number, number][] {
  return Array.from({ length: amplitudes.length ** 2 }, (_, label) => {
    let [row, column] = [0, 0];
    for (let level = 0; 4 ** level < amplitudes.length ** 2; level++) {
      const color = (label >> (2 * level)) & 1;
      const half = (label >> (2 * level + 1)) & 1;
      column |= half << level;
      row |= (color ^ half) << level;
    }
    return [amplitudes[row], amplitudes[column]];
  });
}

/**
 * The receiver's computation of decoder inputs from received points. `symbols`: the LLR vectors of code symbols, which are sent in separate
 * points. `log-map`: the LLR of each bit of a label, as if bits were independent (bit-interleaved coded modulation). `max-log`: as `log-map`,
 * with the nearest point in place of a sum over points.
 */
export const DEMAPPERS = ["symbols", "log-map", "max-log"] as const;
export type Demapper = (typeof DEMAPPERS)[number];

/** Largest mismatch in dB. */
export const MISMATCH_MAXIMUM = 20;

/** Labelled points: a named modulation with a rule of labels, or the user's own points with their labels. */
export type LabelledPoints =
  | { readonly name: ModulationName; readonly labeling: Labeling; readonly points?: undefined }
  | (NamedPoints & { readonly labeling: "own" });

/**
 * A modulation with its labels and their use by both ends: all properties that affect counts.
 * @example
 * const modulated: Modulated = { name: "64qam", labeling: "gray", demapper: "max-log", interleaver: 7 };
 */
export type Modulated = LabelledPoints & LabelUse;

interface LabelUse {
  readonly demapper: Demapper;
  /** Order in which bits, or symbols behind `symbols`, fill labels, such as the seed of a random one; if left out, that of the code. */
  readonly interleaver?: Interleaver;
  /** dB by which the receiver takes Es/N0 for higher than it is, for teaching; 0 if left out. */
  readonly mismatch?: number;
  /** Rayleigh fading, known to the receiver: consecutive points with the same gain. No fading if left out. */
  readonly fading?: number;
}

/** The labelled points. @throws InputError if own points are known by name alone. */
export function modulationOf(labelled: LabelledPoints): Modulation {
  if (labelled.points !== undefined) return ownModulation(labelled.name, labelled.points);
  return relabelled(modulations[labelled.name], labelled.labeling);
}

/**
 * The labelled points as the receiver of a code over GF(2^p) takes them: points of the plane in the place of two axes if several symbols fit a
 * point and none an axis, such as three of GF(4) in 64-QAM, and for symbols behind labels `5g`, which give bits to both axes by turns.
 * @throws InputError as `modulationOf`.
 */
export function receivedModulation(modulated: LabelledPoints & Pick<Modulated, "demapper">, p: number): Modulation {
  const modulation = modulationOf(modulated);
  if (modulated.demapper !== "symbols") return modulation;
  if (modulated.labeling === "5g" && modulation.bits > 2) return inPlane(modulation, standardBits(modulation.bits));
  return !fitsUses(modulation, p) && fitsSymbols(modulation, p) ? inPlane(modulation) : modulation;
}

/**
 * The same points without the independence of their axes. The first half of a label is in-phase.
 * @param bitOfLabel the bit of the new label that is each bit of the old; if left out, the labels stay.
 */
function inPlane(modulation: Modulation, bitOfLabel?: readonly number[]): Modulation {
  const { amplitudes } = modulation.shape as Pam;
  const points = Array.from({ length: 2 ** modulation.bits }, (_, label) => {
    const old = bitOfLabel?.reduce((sum, bit, i) => sum | (((label >> bit) & 1) << i), 0) ?? label;
    return [amplitudes[old % amplitudes.length], amplitudes[Math.floor(old / amplitudes.length)]] as const;
  });
  return { ...modulation, shape: { axes: "joint", points } };
}

/** Bits of a label, and axes that the noise is on. */
export function sizeOfPoint(labelled: LabelledPoints): { readonly bits: number; readonly axes: number } {
  if (labelled.points !== undefined) return { bits: Math.log2(labelled.points.count), axes: 2 };
  const modulation = modulationOf(labelled);
  return { bits: modulation.bits, axes: axesOf(modulation) };
}

/**
 * Bits of a label that are received together: the bits of one axis, or all bits if labels belong to whole points.
 */
export function bitsOfUse({ bits, shape }: Modulation): number {
  return typeof shape.axes === "string" ? bits : bits / shape.axes;
}

/** Number of axes that a modulation uses: the noise has the same power on each. */
function axesOf({ shape }: Modulation): number {
  if (shape.axes === "chips") return shape.points[0].length;
  return shape.axes === "joint" ? 2 : shape.axes;
}

/** Number of values that are received together: 1 on an axis, else all coordinates of a point. */
export function dimensionsOf(modulation: Modulation): number {
  return typeof modulation.shape.axes === "string" ? axesOf(modulation) : 1;
}

/** Whether every symbol of p bits is sent in whole uses, or every use or every point carries whole symbols. */
export function fitsSymbols(modulation: Modulation, p: number): boolean {
  return fitsUses(modulation, p) || (p > 1 && modulation.bits > p && modulation.bits % p === 0);
}

function fitsUses(modulation: Modulation, p: number): boolean {
  return p % bitsOfUse(modulation) === 0 || hasSeveralSymbols(modulation, p);
}

/** Whether a use carries two symbols of p bits or more. @param modulation as `receivedModulation` has it. */
export function hasSeveralSymbols(modulation: Modulation, p: number): boolean {
  const bits = bitsOfUse(modulation);
  return p > 1 && bits > p && bits % p === 0;
}

/** The default demapper of a code over GF(2^p): `symbols` where `fitsSymbols`. */
export function defaultDemapper(labelled: LabelledPoints, p: number): Demapper {
  return p > 1 && fitsSymbols(receivedModulation({ ...labelled, demapper: "symbols" }, p), p) ? "symbols" : "log-map";
}

/**
 * Checks that a modulation can send a code over GF(2^p).
 * @throws InputError naming the impossible choice.
 */
export function requireSendable(modulated: Modulated, p: number): void {
  const modulation = modulationOf(modulated);
  const { demapper, interleaver } = modulated;
  if (interleaver === "5g") require5g(modulated, modulation);
  if (demapper !== "symbols") return;
  if (p === 1) throw new InputError("demapper symbols: a code over GF(2) takes bits: choose log-map or max-log");
  if (fitsSymbols(receivedModulation(modulated, p), p)) return;
  throw new InputError(
    `demapper symbols: a symbol of ${p} bits and a point of ${modulation.name} with ${modulation.bits} bits are no multiples of each other: choose log-map or max-log`,
  );
}

/** @throws InputError unless TS 38.211 has the points. */
function require5g({ demapper, labeling }: Modulated, { name, shape }: Modulation): void {
  if (demapper === "symbols") {
    throw new InputError("interleaver 5g is of bits: choose the demapper log-map or max-log, or another interleaver");
  }
  if (shape.axes !== 2 || (labeling !== "gray" && labeling !== "5g")) {
    throw new InputError(
      `interleaver 5g: ${SENT_BY_5G} with labels gray or 5g, and not ${name} with ${labeling} labels: choose block:ROWS`,
    );
  }
}

/**
 * Formats a modulation in one line, without defaults: `64qam log-map`, `16qam max-log labeling=natural interleaver=7`,
 * `apsk log-map points=16:1f0c99ab`.
 */
export function modulatedText({ name, points, demapper, labeling, interleaver, mismatch, fading }: Modulated): string {
  const words = [
    ...(points === undefined ? [] : [`points=${points.count}:${points.digest}`]),
    ...(labeling === "gray" || labeling === "own" ? [] : [`labeling=${labeling}`]),
    ...(interleaver === undefined ? [] : [`interleaver=${interleaverText(interleaver)}`]),
    ...(mismatch === undefined ? [] : [`mismatch=${mismatch}`]),
    ...(fading === undefined ? [] : [`rayleigh=${fading}`]),
  ];
  return [name, demapper, ...words].join(" ");
}

/**
 * Reads a text that `modulatedText` wrote, or a name alone, which stands for Gray labels and the default demapper, or
 * own points: `cross=0 1 0;1 0 1;2 0 -1;3 -1 0`.
 * @param p bits of a code symbol.
 * @returns undefined for `bpsk`.
 * @throws InputError for another text.
 */
export function readModulated(text: string, p: number): Modulated | undefined {
  const name = MODULATION_NAMES.find((one) => one === text);
  if (name === "bpsk") return undefined;
  if (name !== undefined) {
    const labelled = { name, labeling: "gray" } as const;
    return { ...labelled, demapper: defaultDemapper(labelled, p) };
  }
  const own = parseOwnPoints(text);
  if (own !== undefined) {
    const labelled = { ...own, labeling: "own" } as const;
    return { ...labelled, demapper: defaultDemapper(labelled, p) };
  }
  const modulated = parseModulated(text);
  if (modulated !== undefined) return modulated;
  throw new InputError(
    `modulation ${JSON.stringify(text)} is unknown: known are ${MODULATION_NAMES.join(", ")}, or "64qam max-log labeling=natural" and so on`,
  );
}

const TEXT =
  /^(\S+) (\S+)(?: points=(\d+):([0-9a-f]{8}))?(?: labeling=(\S+))?(?: interleaver=(\S+))?(?: mismatch=(-?\d+(?:\.\d+)?))?(?: rayleigh=([1-9]\d*))?$/;

/** The inverse of `modulatedText`, own points without their coordinates; undefined for another text. */
export function parseModulated(text: string): Modulated | undefined {
  const [, name, metric, count, digest, labeling, order, offset, block] = TEXT.exec(text) ?? [];
  const labelled = digest === undefined ? knownPoints(name, labeling) : unknownPoints(name, Number(count), digest);
  const demapper = DEMAPPERS.find((one) => one === metric);
  const interleaver = order === undefined ? undefined : parseInterleaver(order);
  if (labelled === undefined || demapper === undefined || (order !== undefined && interleaver === undefined))
    return undefined;
  const modulated: Modulated = {
    ...labelled,
    demapper,
    ...(interleaver === undefined ? {} : { interleaver }),
    ...(offset === undefined ? {} : { mismatch: Number(offset) }),
    ...(block === undefined ? {} : { fading: Number(block) }),
  };
  return modulatedText(modulated) === text ? modulated : undefined;
}

function knownPoints(word: string | undefined, labels = "gray"): LabelledPoints | undefined {
  const name = MODULATION_NAMES.find((one) => one === word);
  const labeling = LABELINGS.find((one) => one === labels);
  return name && labeling && { name, labeling };
}

function unknownPoints(name: string, count: number, digest: string): LabelledPoints | undefined {
  const points: OwnPoints = { count, digest };
  return count >= 2 && Number.isInteger(Math.log2(count)) ? { name, labeling: "own", points } : undefined;
}
