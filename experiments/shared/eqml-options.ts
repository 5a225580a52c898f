import type { Argv } from "yargs";
import { type EngineArguments, withEngineOptions } from "../../src/cli/engine-options.ts";
import type { EngineInfo } from "../../src/engine/engine.ts";
import { MeasurementFile, type MeasurementKind } from "./measurement-file.ts";

/** The options of the experiments of the EQML paper that measure cells into a file. */
export interface EqmlArguments extends EngineArguments {
  /** Without reprocessing. */
  readonly decoder: string;
  readonly alpha?: number;
  readonly seed: number;
  readonly inFlight?: number;
  readonly seconds: number;
  readonly out: string;
  readonly from?: string;
  readonly markdown: boolean;
}

/** The decoder of a test, and of the first run: the paper's sum-product, with the iterations of its Table 2. */
const DECODER = "sum-product iterations=30";

/** The options that say which decoder. */
export function withDecoderOptions<T>(yargs: Argv<T>): Argv<T & Pick<EqmlArguments, "decoder" | "alpha">> {
  const added: Argv = yargs
    .option("decoder", {
      type: "string",
      requiresArg: true,
      default: DECODER,
      describe: "decoder of the first run and of the tests, without reprocessing",
    })
    .option("alpha", { type: "number", describe: "saturation, LLR [the decoder's default]" });
  return added as Argv<T & Pick<EqmlArguments, "decoder" | "alpha">>;
}

export function withEqmlOptions<T>(yargs: Argv<T>, name: string): Argv<T & EqmlArguments> {
  const added: Argv = withDecoderOptions(withEngineOptions(yargs))
    .option("seed", { type: "number", default: 1, describe: "key of the random numbers" })
    .option("in-flight", {
      type: "number",
      describe: "frames of a run, cut to what the device holds [16384; software device: 128]",
    })
    .option("out", {
      type: "string",
      requiresArg: true,
      default: `runs/${name}.json`,
      describe: "JSON file to write; what is there is not measured again",
    })
    .option("from", { type: "string", requiresArg: true, describe: "such a file: measure nothing" })
    .option("markdown", { type: "boolean", default: false, describe: "tables for a page of doc/" });
  return added as Argv<T & EqmlArguments>;
}

/**
 * The file of the measurements: that of `--from`, or that of `--out` to add to.
 * @param device on which is measured; not needed with `--from`.
 * @throws InputError as `MeasurementFile.read` and `MeasurementFile.open`.
 */
export function eqmlFile<T>(
  kind: MeasurementKind<T>,
  { from, out, seed }: Pick<EqmlArguments, "from" | "out" | "seed">,
  device?: EngineInfo,
): MeasurementFile<T> {
  if (from !== undefined) return MeasurementFile.read(kind, from);
  if (device === undefined) throw new Error("a file to write is of a device");
  return MeasurementFile.open(kind, out, { device, seed });
}
