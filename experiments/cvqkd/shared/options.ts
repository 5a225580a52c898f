import { flag, number, text, texts, type Values } from "../../../src/cli/command-line/option.ts";
import { ENGINE_OPTIONS } from "../../../src/cli/options/decoder.ts";
import { print } from "../../../src/cli/output.ts";
import { readDecoder } from "../../../src/decoder/decoder.ts";
import { InputError } from "../../../src/errors.ts";
import { PAPERS } from "../../../src/papers.ts";
import { formatCount } from "../../../src/report/format.ts";
import { reportOut, SEED } from "../../shared/options.ts";
import { type Comparison, type ExperimentReport, publish, reportMarkdown } from "../../shared/report.ts";
import { checkWholeNumbers } from "../../shared/whole-numbers.ts";
import { CVQKD_DECODERS } from "./cases.ts";
import { PAPER_BITS, PAPER_FRAMES } from "./paper.ts";

/** The measurements of an experiment: speeds, FER or both. */
export type CvqkdMeasure = "speeds" | "cells";

/**
 * The options of all measuring experiments of CV-QKD. @param measures measurements; options of other measurements are
 * left out.
 */
export function cvqkdOptions(
  name: string,
  measures: readonly CvqkdMeasure[],
  decoders: readonly string[] = CVQKD_DECODERS,
) {
  const ofSpeeds = { hidden: !measures.includes("speeds") };
  const ofCells = { hidden: !measures.includes("cells") };
  return {
    code: texts({
      group: "Code",
      placeholder: "CODE",
      describe: "codes with the paper's rates",
      example: "met-10000-1000 met-10000-500",
      defaultText: "those of 1,000,000 bits",
    }),
    decoder: texts({
      group: "Decoder",
      placeholder: "DECODER",
      describe: "decoder, may be repeated; iterations and stop are the paper's if left out",
      example: "min-sum",
      default: decoders,
      single: true,
    }),
    seed: SEED,
    seconds: number({
      ...ofSpeeds,
      group: "Measurement",
      placeholder: "SECONDS",
      describe: "least time for each speed",
      example: "2",
      default: 0.5,
    }),
    frames: number({
      ...ofCells,
      group: "Measurement",
      describe: "frames of each FER",
      example: "4096",
      default: 2048,
    }),
    speeds: text({
      ...ofSpeeds,
      group: "Output",
      placeholder: "FILE",
      describe: "JSON file of speeds; its measurements are not repeated",
      example: "runs/speeds.json",
      default: "runs/cvqkd-speeds.json",
    }),
    cells: text({
      ...ofCells,
      group: "Output",
      placeholder: "FILE",
      describe: "JSON file of simulated frames; its cells are not simulated again",
      example: "runs/cells.json",
      default: "runs/cvqkd-cells.json",
    }),
    "read-only": flag({
      group: "Output",
      describe: "measure nothing: everything must be in the files, of any device",
    }),
    markdown: flag({ group: "Output", describe: "print the table of doc/papers/cv-qkd.md; no JSON file is written" }),
    out: reportOut(name),
    ...ENGINE_OPTIONS,
  } as const;
}

/**
 * Sizes for two CPU cores: codes of the paper's rates with a hundredth of its bits. @param more options of one
 * experiment.
 */
export function cvqkdQuick(name: string, more: Readonly<Record<string, unknown>> = { "in-flight": 8 }) {
  return {
    code: ["met-10000-1000", "met-10000-500", "met-10000-200"],
    frames: 64,
    seconds: 0.1,
    speeds: "runs/cvqkd-speeds-quick.json",
    cells: "runs/cvqkd-cells-quick.json",
    out: `runs/${name}-quick.json`,
    ...more,
  };
}

/** Whether an experiment of CV-QKD only reads its files. */
export const READ_ONLY = ({ readOnly }: { readonly readOnly: boolean }) => readOnly;

/** The first words of reports. @param what table or figure, and the measurement. */
export function paperSource(what: string): string {
  return `${PAPERS.cvqkd.short}, ${what}; paper's GPU: TITAN Xp, codes of 1,000,000 bits`;
}

/** The paper's figure, which must not be divided by that of a code of another size. */
export function besidePaper(bits: number, figure: number): Pick<Comparison, "paper" | "unlike"> {
  const unlike = bits === PAPER_BITS ? undefined : `ours has ${formatCount(bits)} bits, the paper's 1,000,000`;
  return { paper: figure, ...(unlike && { unlike }) };
}

/** --in-flight as one number. */
export const IN_FLIGHT = number({
  group: "Measurement",
  describe: "frames decoded at once, cut to the device's maximum",
  example: "64",
  default: PAPER_FRAMES,
});

/** Values of `cvqkdOptions`. */
export interface CvqkdArguments extends Values<ReturnType<typeof cvqkdOptions>> {
  readonly inFlight: number;
}

/** @throws InputError for numbers out of range and unknown decoders. */
export function checkCvqkdOptions({ decoder, frames, inFlight, seconds, seed }: CvqkdArguments): void {
  checkWholeNumbers([
    ["frames", frames, 1],
    ["in-flight", inFlight, 1],
    ["seed", seed, 0],
  ]);
  if (!(seconds >= 0 && Number.isFinite(seconds))) throw new InputError(`--seconds ${seconds}: give 0 or more`);
  for (const text of decoder) readDecoder(text);
}

/** Prints a report in the chosen form, and writes its JSON file. */
export function publishCvqkd(
  report: ExperimentReport,
  { markdown, out }: { readonly markdown: boolean; readonly out?: string },
): void {
  if (markdown) print(reportMarkdown(report));
  else publish(report, out);
}
