import { z } from "zod";
import { flag, number, text } from "../../../src/cli/command-line/option.ts";
import { ENGINE_OPTIONS } from "../../../src/cli/options/decoder.ts";
import { print } from "../../../src/cli/output.ts";
import { formatNumber } from "../../../src/report/format.ts";
import { reportOut } from "../../shared/options.ts";
import { type Comparison, printReport, reportMarkdown } from "../../shared/report.ts";
import { readReport } from "../../shared/report-file.ts";
import { defineExperiment } from "../../shared/runner/experiment.ts";
import { measureReport } from "../../shared/runner/report-run.ts";
import { checkWholeNumbers } from "../../shared/whole-numbers.ts";
import { type DecodingCase, type DecodingTimes, decodingTimes } from "./decoding.ts";
import { eqmlInFlight } from "./runner.ts";

/** Labels of Tables 2 and 3, which compare programs of one decoder. */
function arrangementOptions(name: string) {
  return {
    "in-flight": number({
      group: "Measurement",
      describe: "frames at once, cut to the device's maximum",
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
    out: reportOut(name),
    ...ENGINE_OPTIONS,
  } as const;
}

/** Mappings of memory: frame-interleaved, or frames one after the other. */
const MAPPINGS = ["frames", "streaming"] as const;

/** A table: the measurement of each mapping, and its comparison with the paper. */
export interface ArrangementTable<T> {
  readonly name: string;
  readonly summary: string;
  readonly source: string;
  readonly note: string;
  /** Schema of the times of a mapping. */
  readonly schema: z.ZodType<T>;
  /** The decoders that are timed in a mapping. */
  cases(mapping: string): readonly DecodingCase[];
  /** The times of the decoders, in order, in the form of the schema. */
  times(times: readonly DecodingTimes[]): T;
  compare(mapping: string, times: T): readonly Comparison[];
}

export const DECODING_TIMES: z.ZodType<DecodingTimes> = z.strictObject({
  what: z.string(),
  frames: z.int().positive(),
  device: z.number().positive(),
  serial: z.number().positive(),
  deviceForms: z.array(z.string()).optional(),
  serialForms: z.array(z.string()).optional(),
});

/** An experiment that measures a table, or prints the file of an earlier run. */
export function arrangementExperiment<T>(table: ArrangementTable<T>) {
  const { name, summary, source, note, schema } = table;
  return defineExperiment({
    name,
    summary,
    paper: "eqml",
    options: arrangementOptions(name),
    quick: { "in-flight": 4, out: `runs/${name}-quick.json` },
    computes: ({ from }) => from !== undefined,
    async run({ inFlight, from, markdown, out }, lab) {
      checkWholeNumbers([["in-flight", inFlight, 1]]);
      if (from !== undefined) {
        const { device, details } = readReport(name, z.record(z.enum(MAPPINGS), schema), from);
        const comparisons = MAPPINGS.flatMap((mapping) => table.compare(mapping, details[mapping]));
        const report = { experiment: name, source, device, notes: [note], comparisons };
        if (markdown) print(reportMarkdown(report));
        else printReport(report);
        return;
      }
      const frames = inFlight ?? eqmlInFlight(lab.device);
      await measureReport(lab, out, {
        experiment: name,
        source,
        notes: [note],
        settings: { inFlight: frames, serial: lab.serialText },
        measurements: MAPPINGS.map((mapping) => ({
          name: mapping,
          async measure(share) {
            const cases = table.cases(mapping);
            const times: DecodingTimes[] = [];
            for (const one of cases) {
              times.push(await decodingTimes(lab.engine, lab.serial, one, frames));
              share(times.length / cases.length);
            }
            const details = table.times(times);
            return { rows: table.compare(mapping, details), details };
          },
        })),
      });
    },
  });
}

export function microseconds(value: number): string {
  return `${formatNumber(value)} µs`;
}
