import { STREAM_FLIPS, threefry } from "../../src/channel/random.ts";
import { type ParityCheckMatrix, rowEntries } from "../../src/code/parity-check-matrix.ts";
import type { LevelResult } from "./levels.ts";
import type { Options } from "./rule-oracle.ts";

export interface HardRequest {
  readonly options: Options;
  readonly iterations: number;
  readonly stop: boolean;
  readonly syndrome?: readonly number[];
  /** Number of the frame, and key of the run, for rules with random choices. */
  readonly frame: number;
  readonly key: readonly [number, number];
}

/** The graph by its entries: variables of each check, checks of each variable. */
export interface Graph {
  readonly rows: readonly (readonly number[])[];
  readonly checks: readonly (readonly number[])[];
}

/** One decoding: `step` goes through an iteration and returns its decisions; a check with an undefined bit fails. */
export type HardDecoding = (
  graph: Graph,
  llr: readonly number[],
  request: HardRequest,
) => (iteration: number) => (number | undefined)[];

/** Runs a decoder by hard decisions by its definition, frame by frame, in numbers. */
export function decodeHard(
  decoding: HardDecoding,
  matrix: ParityCheckMatrix,
  llr: readonly number[],
  request: HardRequest,
): LevelResult {
  const rows = Array.from({ length: matrix.rows }, (_, m) => rowEntries(matrix, m).map(([n]) => n));
  const checks = llr.map((_, n) => rows.flatMap((row, m) => (row.includes(n) ? [m] : [])));
  const step = decoding({ rows, checks }, llr, request);
  const unsatisfied = new Array<boolean>(request.iterations).fill(false);
  for (let iteration = 0; ; iteration++) {
    const decision = step(iteration);
    unsatisfied[iteration] = rows.some(
      (row, m) =>
        row.some((n) => decision[n] === undefined) ||
        row.reduce((sum, n) => sum + decision[n]!, request.syndrome?.[m] ?? 0) % 2 === 1,
    );
    if (iteration + 1 === request.iterations || (request.stop && !unsatisfied[iteration])) {
      return { decision: decision.map((bit) => bit ?? 0), unsatisfied };
    }
  }
}

/** 1 for a 0, −1 for a 1. */
export const signOf = (llr: number) => (llr < 0 ? -1 : 1);

/**
 * Message passing: numbers 1, −1 and 0 for erased. @param toCheck the message to a check from the channel's number and the other messages.
 * @param decide the decision from the channel's number and all messages, 1 or −1.
 */
export function passing(
  channel: (llr: number) => number,
  toCheck: (y: number, others: readonly number[], iteration: number, options: Options) => number,
  decide: (y: number, all: readonly number[]) => number,
): HardDecoding {
  return ({ rows, checks }, llr, { syndrome, options }) => {
    const y = llr.map(channel);
    let toChecks = rows.map((row) => new Map(row.map((n) => [n, y[n]])));
    return (iteration) => {
      const toVariables = rows.map(
        (row, m) =>
          new Map(
            row.map((n) => {
              const sign = syndrome?.[m] === 1 ? -1 : 1;
              return [n, row.filter((k) => k !== n).reduce((product, k) => product * toChecks[m].get(k)!, sign)];
            }),
          ),
      );
      const received = (n: number, but?: number) =>
        checks[n].filter((m) => m !== but).map((m) => toVariables[m].get(n)!);
      toChecks = rows.map((row, m) => new Map(row.map((n) => [n, toCheck(y[n], received(n, m), iteration, options)])));
      return y.map((value, n) => (decide(value, received(n)) < 0 ? 1 : 0));
    };
  };
}

export const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0);

export const hardOf = (llr: readonly number[]): number[] => llr.map((value) => (value < 0 ? 1 : 0));

/** Which checks fail. */
export function failures({ rows }: Graph, bits: readonly number[], syndrome?: readonly number[]): number[] {
  return rows.map((row, m) => row.reduce((sum, n) => sum ^ bits[n], syndrome?.[m] ?? 0));
}

/** Flips of bits. @param flips whether each variable flips, from its failed checks, and whether its bit is the channel's. */
export function flipping(
  flips: (
    energies: readonly number[],
    chance: (n: number, probability: number, all: readonly number[]) => boolean,
    request: HardRequest & { readonly fails: boolean },
  ) => readonly boolean[],
): HardDecoding {
  return (graph, llr, request) => {
    const y = hardOf(llr);
    let bits = hardOf(llr);
    return (iteration) => {
      const failed = failures(graph, bits, request.syndrome);
      const energies = bits.map((bit, n) => sumOf(graph.checks[n].map((m) => failed[m])) + (bit ^ y[n]));
      const chance = (n: number, probability: number, all: readonly number[]) =>
        drawn(request, iteration, n, fractionBits(all)) < probability;
      const flipped = flips(energies, chance, { ...request, fails: failed.includes(1) });
      bits = bits.map((bit, n) => (flipped[n] ? 1 - bit : bit));
      return bits;
    };
  };
}

/** Bits behind the point that the probabilities need, at least 1. */
function fractionBits(probabilities: readonly number[]): number {
  let bits = 1;
  while (probabilities.some((probability) => !Number.isInteger(probability * 2 ** bits))) bits++;
  return bits;
}

/** A random number from 0 to below 1 with some bits: bit f mod 32 of words of the counter (⌊f/32⌋, 0, place, stream), for frames below 2^32. */
function drawn({ frame, key }: HardRequest, iteration: number, n: number, bits: number): number {
  const calls = Math.ceil(bits / 4);
  const words = new Uint32Array(4);
  let number = 0;
  for (let p = 0; p < bits; p++) {
    const stream = STREAM_FLIPS + 256 * iteration;
    threefry(Math.floor(frame / 32), 0, n * calls + Math.floor(p / 4), stream, key[0], key[1], words);
    number += ((words[p % 4] >>> (frame % 32)) & 1) * 2 ** (p - bits);
  }
  return number;
}
