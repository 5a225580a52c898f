import { InputError } from "../errors.ts";
import { type ErrorModel, ModelBuilder } from "../quantum/error-model.ts";
import { type BaseEntry, type BaseMatrix, baseEntries, baseMatrix, isBlockAfterBlock } from "./base-matrix.ts";
import { type ParityCheckMatrix, parityCheckMatrix, rowEntries } from "./parity-check-matrix.ts";

/**
 * Windows of a chain: lengths in rounds, of a window and of its part whose decisions stay. Rounds are the times of an error model's
 * detectors, the block rows of a base matrix, or the rows of another H.
 */
export interface Windows {
  readonly window: number;
  readonly commit: number;
}

/** Rounds first … end − 1 of `all`, which are decoded together. Columns that begin before round `committed` stay decided. */
interface Cut {
  readonly first: number;
  readonly end: number;
  readonly committed: number;
  /** The last window commits all. */
  readonly isLast: boolean;
}

/**
 * Overlapping windows: the first one has rounds 0 … window − 1, each next one begins `commit` rounds later, and the last one ends with the
 * chain. A row is of the windows that have its round; a column, of those that have the first round of its rows, so that a row's columns are in the
 * window or decided before. One window for all rounds is the chain.
 * Sources: Dennis, Kitaev, Landahl, Preskill 2002, Topological quantum memory, section VI B (the overlapping recovery method); of codes, Iyengar et
 * al. 2012, Windowed decoding of protograph-based LDPC convolutional codes over erasure channels.
 * @throws InputError if a window has fewer rounds than it commits.
 */
function* windowCuts(all: number, { window, commit }: Windows): Generator<Cut> {
  if (!(commit >= 1 && commit <= window)) {
    throw new InputError(`--window ${window} --commit ${commit}: a window commits 1 to ${window} of its rounds`);
  }
  for (let first = 0; ; first += commit) {
    const isLast = first + window >= all;
    yield { first, end: Math.min(first + window, all), committed: isLast ? all : first + commit, isLast };
    if (isLast) return;
  }
}

/** A part of a code that is decoded by itself, with the syndrome that the decisions before it leave. */
export interface CodeWindow {
  readonly matrix: ParityCheckMatrix;
  readonly base?: BaseMatrix;
  /** Rows of the whole H that the part has, ascending. */
  readonly rows: Uint32Array;
  /** Columns that the part has, ascending, and whether each stays decided. */
  readonly columns: Uint32Array;
  readonly stays: Uint8Array;
}

/** Cuts a code into windows. @throws InputError as `windowCuts`. */
export function codeWindows(
  { matrix, base }: { readonly matrix: ParityCheckMatrix; readonly base?: BaseMatrix },
  windows: Windows,
): readonly CodeWindow[] {
  const { field, rows, columns, checkStart, variable } = matrix;
  const round = Uint32Array.from({ length: rows }, (_, m) => m);
  for (let r = 0; base !== undefined && r < base.rows; r++) {
    for (let i = 0; i < base.liftingSize; i++) round[base.checkOrder.first[r] + i * base.checkOrder.step[r]] = r;
  }
  const rounds = base?.rows ?? rows;
  const first = new Uint32Array(columns).fill(rounds);
  for (let m = 0; m < rows; m++) {
    for (let e = checkStart[m]; e < checkStart[m + 1]; e++) first[variable[e]] = Math.min(first[variable[e]], round[m]);
  }
  // Columns without checks, which begin nowhere, are in the first window: the last one may be left out below.
  for (let n = 0; n < columns; n++) if (first[n] === rounds) first[n] = 0;
  return [...windowCuts(rounds, windows)].flatMap((cut): CodeWindow[] => {
    const own = Uint32Array.from(first.keys()).filter((n) => first[n] >= cut.first && first[n] < cut.end);
    const placeOf = new Map([...own].map((n, i) => [n, i]));
    // Rows whose columns are all decided before check nothing more.
    const checks = Uint32Array.from(round.keys()).filter(
      (m) =>
        round[m] >= cut.first &&
        round[m] < cut.end &&
        variable.subarray(checkStart[m], checkStart[m + 1]).some((n) => placeOf.has(n)),
    );
    if (checks.length === 0) return [];
    const lists = Array.from(checks, (m) =>
      rowEntries(matrix, m).flatMap(([n, value]) => (placeOf.has(n) ? [[placeOf.get(n)!, value] as const] : [])),
    );
    return [
      {
        matrix: parityCheckMatrix(field, own.length, lists),
        ...(base !== undefined && { base: basePart(base, checks, own) }),
        rows: checks,
        columns: own,
        stays: Uint8Array.from(own, (n) => Number(first[n] < cut.committed)),
      },
    ];
  });
}

/** The blocks of whole block rows and columns; undefined for a base matrix whose blocks do not stand one after the other. */
function basePart(base: BaseMatrix, rows: Uint32Array, columns: Uint32Array): BaseMatrix | undefined {
  const { liftingSize: z, checkOrder, symbolOrder, absent } = base;
  if (absent.length > 0 || !isBlockAfterBlock(checkOrder, z) || !isBlockAfterBlock(symbolOrder, z)) return undefined;
  const places = (list: Uint32Array) => new Map([...list].filter((_, i) => i % z === 0).map((n, i) => [n / z, i]));
  const [rowAt, columnAt] = [places(rows), places(columns)];
  const entries = baseEntries(base).flatMap(([r, c, shift]): BaseEntry[] =>
    rowAt.has(r) && columnAt.has(c) ? [[rowAt.get(r)!, columnAt.get(c)!, shift]] : [],
  );
  return baseMatrix(rowAt.size, columnAt.size, z, entries);
}

/**
 * A part of a model that is decoded by itself: the detectors of some rounds, and the mechanisms whose first detector is in them. Mechanisms
 * that begin in the rounds to commit stay decided. What they flip elsewhere are the part's observables: first those of the model, then the
 * detectors of later rounds, whose next window then sees what they leave.
 */
export interface ModelWindow {
  readonly model: ErrorModel;
  /** Detectors of the whole model that are those of the part. */
  readonly detectors: Uint32Array;
  /** Detectors of the whole model behind the model's observables. */
  readonly handed: Uint32Array;
}

/**
 * Cuts a model into windows over the times of its detectors; equal times are a round.
 * @throws InputError if detectors have no times, or as `windowCuts`.
 */
export function modelWindows(model: ErrorModel, lengths: Windows, name: string): readonly ModelWindow[] {
  const { times, columns, observables, start, detector } = model;
  if (times === undefined) {
    throw new InputError(
      `${name} has detectors without coordinates, whose last one is the round: write DETECTOR(x, y, round), or leave out --window`,
    );
  }
  const all = [...new Set(times)].sort((a, b) => a - b);
  const roundOf = new Map(all.map((time, round) => [time, round]));
  const round = Uint32Array.from(times, (time) => roundOf.get(time)!);
  const firstRound = new Float64Array(columns).fill(Number.POSITIVE_INFINITY);
  for (let n = 0; n < columns; n++) {
    for (let i = start[n]; i < start[n + 1]; i++) firstRound[n] = Math.min(firstRound[n], round[detector[i]]);
  }
  const windows: ModelWindow[] = [];
  for (const { first: begin, end, committed, isLast } of windowCuts(all.length, lengths)) {
    const own = Uint32Array.from(round.keys()).filter((d) => round[d] >= begin && round[d] < end);
    const numbers = new Map([...own].map((d, i) => [d, i]));
    const handed = new Map<number, number>();
    const builder = new ModelBuilder();
    const noises = model.noises.map((noise) => builder.noise(noise));
    for (let n = 0; n < columns; n++) {
      // Mechanisms without detectors, which begin nowhere, are in the last window.
      if (firstRound[n] < begin || (firstRound[n] >= end && !isLast)) continue;
      const flipped = [...detector.subarray(start[n], start[n + 1])];
      const stays = firstRound[n] < committed || isLast;
      const changed = stays
        ? [...model.observable.subarray(model.observableStart[n], model.observableStart[n + 1])]
        : [];
      for (const d of stays ? flipped.filter((d) => round[d] >= committed) : []) {
        if (!handed.has(d)) handed.set(d, observables + handed.size);
        changed.push(handed.get(d)!);
      }
      builder.addColumn(
        model,
        n,
        noises,
        flipped.flatMap((d) => numbers.get(d) ?? []),
        changed,
      );
    }
    const { p, isTemplate } = model;
    windows.push({
      model: builder.model({
        detectors: own.length,
        observables: observables + handed.size,
        basis: Int8Array.from(own, (d) => model.basis[d]),
        isTemplate,
        p,
      }),
      detectors: own,
      handed: Uint32Array.from(handed.keys()),
    });
  }
  return windows;
}
