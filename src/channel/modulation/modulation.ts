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
