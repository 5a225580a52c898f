import { PAPERS } from "../../../src/papers.ts";

/** The first words of reports. @param what the measurement. */
export const tutorialSource = (what: string): string => `${PAPERS.sionna.short}: ${what}`;

/**
 * Times that a gNB prints in the tutorial (section "Running the Decoder"), on a DGX Spark or Jetson: microseconds of a
 * code word's decoding, and of a segment of it.
 */
export const PRINTED = { codeWord: 123.55, segment: 96.54 };

/** The tutorial's decoder. The tutorial does not state the number of iterations behind the printed times. */
export const tutorialDecoder = (iterations: number, options = ""): string =>
  `sionna-5g-min-sum iterations=${iterations} ${options}`.trim();

/** Code words of 5G's longest segment: information bits 8,448, at rates 1/3, 2/3 and 8/9. */
export const LONGEST_ROWS = [46, 13, 5] as const;
export const LONGEST = "nr-bg1-z384";
