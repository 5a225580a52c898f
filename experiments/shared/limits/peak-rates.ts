import { number } from "../../../src/cli/command-line/option.ts";

/** Peak rates of a device that WebGPU does not tell, per second; undefined where not known. */
export interface PeakRates {
  /** Minima, maxima, comparisons and logic on 32 bits. */
  readonly comparisons?: number;
  /** Additions and products of f32. */
  readonly arithmetic?: number;
  /** Bytes that all multiprocessors together read and write in workgroup memory. */
  readonly workgroupBytes?: number;
}

const MULTIPROCESSOR_CYCLES = 132 * 1.98e9;

/** H100 SXM and H200: a multiprocessor has 64 lanes for whole numbers, 128 for f32, and 128 bytes of workgroup memory a cycle. */
const HOPPER = /^nvidia-(h100-80gb-hbm3|h200)$/;

const HOPPER_RATES: PeakRates = {
  comparisons: 64 * MULTIPROCESSOR_CYCLES,
  arithmetic: 128 * MULTIPROCESSOR_CYCLES,
  workgroupBytes: 128 * MULTIPROCESSOR_CYCLES,
};

const rate = (what: string, example: string) =>
  number({
    group: "Measurement",
    describe: `${what} per second, for the limits; known for H100 and H200`,
    placeholder: "RATE",
    example,
    above: 0,
  });

/** --comparisons of experiments that show limits. */
export const COMPARISONS = rate("minima, maxima and logic operations that the device does", "16.7e12");

/** --arithmetic of experiments that show limits. */
export const ARITHMETIC = rate("f32 additions or products that the device does", "33.5e12");

/** --workgroup-bytes of experiments that show limits. */
export const WORKGROUP_BYTES = rate("bytes of workgroup memory that the device reads and writes", "33.5e12");

/**
 * The peak rates of a device: given rates come before a known card.
 * @param adapter name of the device, as in `ldpc devices`.
 */
export function peakRates(given: PeakRates, adapter: string): PeakRates {
  const known: PeakRates = HOPPER.test(adapter) ? HOPPER_RATES : {};
  return {
    comparisons: given.comparisons ?? known.comparisons,
    arithmetic: given.arithmetic ?? known.arithmetic,
    workgroupBytes: given.workgroupBytes ?? known.workgroupBytes,
  };
}
