import type { Argv } from "yargs";
import { type EngineArguments, withEngineOptions } from "../../src/cli/engine-options.ts";
import { print } from "../../src/cli/output.ts";
import { readDecoder } from "../../src/decoder/decoder.ts";
import { InputError } from "../../src/errors.ts";
import { CVQKD_DECODERS } from "./cvqkd-cases.ts";
import { PAPER_FRAMES } from "./cvqkd-paper.ts";
import { type ExperimentReport, publish, reportMarkdown } from "./report.ts";
import { checkWholeNumbers } from "./whole-numbers.ts";

/** The options of all experiments of CV-QKD that measure. */
export interface CvqkdArguments extends EngineArguments {
  readonly code?: readonly string[];
  readonly decoder: readonly string[];
  readonly inFlight: number;
  readonly frames: number;
  readonly seconds: number;
  readonly seed: number;
  readonly speeds: string;
  readonly cells: string;
  readonly readOnly: boolean;
  readonly markdown: boolean;
  readonly out?: string;
}

/** What an experiment measures: speeds, FER or both. */
export type CvqkdMeasure = "speeds" | "cells";

export function withCvqkdOptions<T>(
  yargs: Argv<T>,
  name: string,
  measures: readonly CvqkdMeasure[],
): Argv<T & CvqkdArguments> {
  const measured = withEngineOptions(yargs)
    .option("code", {
      type: "string",
      array: true,
      describe: "codes with the paper's rates [those of 1,000,000 bits; of 10,000: met-10000-1000, -500, -200]",
    })
    .option("decoder", {
      type: "string",
      array: true,
      nargs: 1,
      default: CVQKD_DECODERS,
      describe: "decoder, may be repeated; iterations and stop are the paper's if left out",
    })
    .option("seconds", {
      type: "number",
      default: 0.5,
      hidden: !measures.includes("speeds"),
      describe: "least time for each speed",
    })
    .option("frames", {
      type: "number",
      default: 2048,
      hidden: !measures.includes("cells"),
      describe: "frames of each FER",
    })
    .option("seed", { type: "number", default: 1, describe: "seed of words and noise" })
    .option("speeds", {
      type: "string",
      requiresArg: true,
      default: "runs/cvqkd-speeds.json",
      hidden: !measures.includes("speeds"),
      describe: "JSON file of speeds; those that it has are not measured again",
    })
    .option("cells", {
      type: "string",
      requiresArg: true,
      default: "runs/cvqkd-fer.json",
      hidden: !measures.includes("cells"),
      describe: "JSON file of simulated frames; those that it has are not simulated again",
    })
    .option("read-only", {
      type: "boolean",
      default: false,
      describe: "measure nothing: all must be in the files, of any device",
    })
    .option("markdown", {
      type: "boolean",
      default: false,
      describe: "the table of doc/papers/cv-qkd.md, no JSON file",
    })
    .option("out", { type: "string", requiresArg: true, describe: `JSON file to write [runs/${name}.json]` });
  return measured as unknown as Argv<T & CvqkdArguments>;
}

/** --in-flight as one number. */
export function withInFlight<T>(yargs: Argv<T>): Argv<T & { readonly inFlight: number }> {
  return yargs.option("in-flight", {
    type: "number",
    default: PAPER_FRAMES,
    describe: "frames decoded at once, cut to what the device holds",
  }) as never;
}

/** @throws InputError for numbers that yargs let through and decoders that there are not. */
export function checkCvqkdOptions({ decoder, frames, inFlight, seconds, seed }: CvqkdArguments): void {
  checkWholeNumbers([
    ["frames", frames, 1],
    ["in-flight", inFlight, 1],
    ["seed", seed, 0],
  ]);
  if (!(seconds >= 0 && Number.isFinite(seconds))) throw new InputError(`--seconds ${seconds}: give 0 or more`);
  for (const text of decoder) readDecoder(text);
}

/** Prints a report as asked for, and writes its JSON file. */
export function publishCvqkd(
  report: ExperimentReport,
  { markdown, out }: Pick<CvqkdArguments, "markdown" | "out">,
): void {
  if (markdown) print(reportMarkdown(report));
  else publish(report, out);
}
