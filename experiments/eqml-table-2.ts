import type { CommandModule } from "yargs";
import { openEngine } from "../src/node/engines.ts";
import { type DecodingTimes, decodingTimes } from "./shared/eqml-decoding.ts";
import { eqmlTables } from "./shared/eqml-paper.ts";
import { type Comparison, type MeasureArguments, publish, withMeasureOptions } from "./shared/report.ts";
import { checkWholeNumbers } from "./shared/whole-numbers.ts";

const MAPPINGS = ["frames", "streaming"] as const;
const STORAGES = ["flat", "compact"] as const;

type Times = Readonly<Record<(typeof STORAGES)[number], DecodingTimes>>;

const command: CommandModule<object, MeasureArguments & { inFlight?: number }> = {
  command: "eqml-table-2",
  describe: "flat irregular storage of H against its base matrix, min-sum (Table 2)",
  builder: (yargs) =>
    withMeasureOptions(yargs, "eqml-table-2").option("in-flight", {
      type: "number",
      describe: "frames at once, cut to what the device holds [16384; software device: 128]",
    }) as never,
  async handler(options) {
    checkWholeNumbers([["in-flight", options.inFlight, 1]]);
    const { source, gpu, table2 } = eqmlTables();
    const { code, snr, iterations, cpu, compact, flat } = table2;
    const engine = await openEngine(options);
    try {
      const comparisons: Comparison[] = [];
      const details: Record<string, Times> = {};
      for (const mapping of MAPPINGS) {
        const times = {} as Record<(typeof STORAGES)[number], DecodingTimes>;
        for (const storage of STORAGES) {
          const decoder = `min-sum iterations=${iterations} stop=none storage=${storage} mapping=${mapping}`;
          times[storage] = await decodingTimes(engine, { what: storage, code, decoder, ebn0: snr }, options.inFlight);
        }
        details[mapping] = times;
        comparisons.push(
          {
            what: `flat arrays against base matrix, mapping=${mapping}`,
            unit: "times as fast",
            paper: compact / flat,
            ours: times.compact.device / times.flat.device,
            how: `${times.flat.frames} frames at once, ${micro(times.flat.device)} against ${micro(times.compact.device)} a frame`,
          },
          {
            what: `device against serial decoder, flat arrays, mapping=${mapping}`,
            unit: "times as fast",
            paper: cpu / flat,
            ours: times.flat.serial / times.flat.device,
            how: `serial ${micro(times.flat.serial)} a frame; with the base matrix ${micro(times.compact.serial)}`,
          },
        );
      }
      publish(
        {
          experiment: "eqml-table-2",
          source: `${source}: Table 2, ${code}, min-sum, ${iterations} iterations at ${snr} dB; paper's GPU: ${gpu}`,
          device: engine.info,
          comparisons,
          details,
          notes: [
            "Times are of the decoder's kernels alone. mapping=streaming: a work item for a check of one frame, frame after frame in memory, as in the paper; " +
              "mapping=frames: frames fastest in memory, so that one look-up of the matrix serves all frames of a workgroup.",
          ],
        },
        options.out,
      );
    } finally {
      await engine.close();
    }
  },
};

export default command;

function micro(value: number): string {
  return `${value.toPrecision(3)} µs`;
}
