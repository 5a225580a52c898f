import { InputError } from "../errors.ts";
import { type ErrorModel, ModelBuilder } from "./error-model.ts";

/** Lengths of windows in rounds: of a window, and of its part whose correction stays. */
export interface Windows {
  readonly window: number;
  readonly commit: number;
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
 * Cuts a model into overlapping windows over the times of its detectors; equal times are a round. The first window has rounds 0 … window − 1, each
 * next one begins `commit` rounds later, and the last one ends with the model and commits all. One window for all rounds is the model.
 * Source: Dennis, Kitaev, Landahl, Preskill 2002, Topological quantum memory, section VI B (the overlapping recovery method).
 * @throws InputError if detectors have no times, or if a window has fewer rounds than it commits.
 */
export function modelWindows(model: ErrorModel, { window, commit }: Windows, name: string): readonly ModelWindow[] {
  const { times, detectors, columns, observables, start, detector } = model;
  if (times === undefined) {
    throw new InputError(
      `${name} has detectors without coordinates, whose last one is the round: write DETECTOR(x, y, round), or leave out --window`,
    );
  }
  if (!(commit >= 1 && commit <= window)) {
    throw new InputError(`--window ${window} --commit ${commit}: a window commits 1 to ${window} of its rounds`);
  }
  const all = [...new Set(times)].sort((a, b) => a - b);
  const roundOf = new Map(all.map((time, round) => [time, round]));
  const round = Uint32Array.from(times, (time) => roundOf.get(time)!);
  const firstRound = new Float64Array(columns).fill(Number.POSITIVE_INFINITY);
  for (let n = 0; n < columns; n++) {
    for (let i = start[n]; i < start[n + 1]; i++) firstRound[n] = Math.min(firstRound[n], round[detector[i]]);
  }
  const windows: ModelWindow[] = [];
  for (let begin = 0; ; begin += commit) {
    const isLast = begin + window >= all.length;
    const [end, committed] = isLast ? [all.length, Number.POSITIVE_INFINITY] : [begin + window, begin + commit];
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
        ...(p === undefined ? {} : { p }),
      }),
      detectors: own,
      handed: Uint32Array.from(handed.keys()),
    });
    if (isLast || detectors === 0) return windows;
  }
}
