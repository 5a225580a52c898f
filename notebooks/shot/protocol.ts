/** The shot to look for. */
export interface ShotRequest {
  /** The circuit's text. */
  readonly circuit: string;
  /** Error rate of the circuit. */
  readonly p: number;
  /** Number of the shot among shots that the first leg leaves unexplained, from 0. */
  readonly which: number;
  /** Corrections after which the relay ends. */
  readonly solutions: number;
}

/** A leg of the relay. */
export interface Leg {
  readonly iterations: number;
  /** Whether its decisions explain all detectors. */
  readonly explains: boolean;
  /** Σ ln((1 − p)/p) of the mechanisms that it decides, and their number. */
  readonly weight: number;
  readonly mechanisms: number;
  /** Observables that its decisions leave wrong. */
  readonly wrong: number;
}

/** A mechanism with its posterior after every iteration. */
export interface Belief {
  readonly detectors: readonly number[];
  /** Whether it occurred, and whether the chosen correction has it. */
  readonly occurred: boolean;
  readonly chosen: boolean;
  readonly posteriors: Float32Array;
}

export interface ShotReport {
  /** Number of the shot among all shots, from 0. */
  readonly shot: number;
  readonly detectors: number;
  /** Detectors that are lit. */
  readonly lit: readonly number[];
  readonly occurred: number;
  /** ln((1 − p)/p) of all mechanisms that occurred. */
  readonly weight: number;
  readonly legs: readonly Leg[];
  /** Leg of the lightest correction; undefined if no leg explains the detectors. */
  readonly best?: number;
  /** Detectors that the decisions leave unexplained, after every iteration. */
  readonly unexplained: readonly number[];
  readonly beliefs: readonly Belief[];
}

export type ShotAnswer = { readonly report: ShotReport } | { readonly failed: string };
