export interface Reprocessing {
  /** Columns and rows of H. */
  readonly n: number;
  readonly checks: number;
  readonly iterations: number;
  readonly syndrome: boolean;
  readonly stages: number;
  /** Magnitude of saturated positions, an LLR. */
  readonly alpha: number;
  /** The selection rule's name, for the plan. */
  readonly rule: string;
  readonly frames: number;
  /** Most tests of a round. */
  readonly tests: number;
}
