import { z } from "zod";
import type { Values } from "../../../src/cli/command-line/command.ts";
import { flag, number, text } from "../../../src/cli/command-line/option.ts";
import { print } from "../../../src/cli/output.ts";
import type { Engine, EngineInfo } from "../../../src/engine/engine.ts";
import { openEngine } from "../../../src/node/engine/engines.ts";
import { formatNumber } from "../../../src/report/format.ts";
import {
  type Comparison,
  type ExperimentReport,
  measureOptions,
  printReport,
  publish,
  reportMarkdown,
} from "../../shared/report.ts";
import { readReport } from "../../shared/report-file.ts";
import { checkWholeNumbers } from "../../shared/whole-numbers.ts";
import type { DecodingTimes } from "./decoding.ts";

/** Of Tables 2 and 3, which compare programs of one decoder. */
export function arrangementOptions(name: string) {
  return {
    "in-flight": number({
      group: "Measurement",
      describe: "frames at once, cut to what the device holds",
      example: "4096",
      defaultText: "16384; 128 on a software device",
    }),
    from: text({
      group: "Output",
      placeholder: "FILE",
      describe: `file of an earlier ${name} to print; nothing is measured`,
      example: `runs/${name}.json`,
    }),
    markdown: flag({ group: "Output", describe: "with --from: print a table for a page of doc/" }),
    ...measureOptions(name),
  } as const;
}

export type ArrangementArguments = Values<ReturnType<typeof arrangementOptions>>;

/** Frame-interleaved, or one after the other. */
const MAPPINGS = ["frames", "streaming"] as const;
type Mapping = (typeof MAPPINGS)[number];

/** A table: what is timed in each mapping, and what it says beside the paper's. */
export interface ArrangementTable<T> {
  readonly experiment: string;
  readonly source: string;
  readonly note: string;
  /** Of the times of a mapping. */
  readonly schema: z.ZodType<T>;
  measure(engine: Engine, mapping: string, inFlight: number | undefined): Promise<T>;
  compare(mapping: string, times: T): readonly Comparison[];
}

export const DECODING_TIMES: z.ZodType<DecodingTimes> = z.strictObject({
  what: z.string(),
  frames: z.int().positive(),
  device: z.number().positive(),
  serial: z.number().positive(),
});

/** Measures a table, writes its file and prints it; or prints a file. @throws InputError as `readReport`. */
export async function publishArrangement<T>(table: ArrangementTable<T>, options: ArrangementArguments): Promise<void> {
  checkWholeNumbers([["in-flight", options.inFlight, 1]]);
  const { experiment, source, note, schema } = table;
  const report = (device: EngineInfo, details: Readonly<Record<Mapping, T>>): ExperimentReport => ({
    ...{ experiment, source, device, details, notes: [note] },
    comparisons: MAPPINGS.flatMap((mapping) => table.compare(mapping, details[mapping])),
  });
  if (options.from !== undefined) {
    const { device, details } = readReport(experiment, z.record(z.enum(MAPPINGS), schema), options.from);
    if (options.markdown) print(reportMarkdown(report(device, details)));
    else printReport(report(device, details));
    return;
  }
  const engine = await openEngine(options);
  try {
    const measure = (mapping: Mapping) => table.measure(engine, mapping, options.inFlight);
    const details = { frames: await measure("frames"), streaming: await measure("streaming") };
    publish(report(engine.info, details), options.out);
  } finally {
    await engine.close();
  }
}

export function microseconds(value: number): string {
  return `${formatNumber(value)} µs`;
}
