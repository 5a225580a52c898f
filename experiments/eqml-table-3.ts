import type { CommandModule } from "yargs";
import { rowEntries } from "../src/code/parity-check-matrix.ts";
import { loadCode } from "../src/node/codes.ts";
import { openEngine } from "../src/node/engines.ts";
import { type DecodingCase, type DecodingTimes, decodingTimes, withCheckRule } from "./shared/eqml-decoding.ts";
import { eqmlTables } from "./shared/eqml-paper.ts";
import { type Comparison, type MeasureArguments, publish, withMeasureOptions } from "./shared/report.ts";
import { checkWholeNumbers } from "./shared/whole-numbers.ts";

const MAPPINGS = ["frames", "streaming"] as const;
/** As in Table 2; of Table 3 the paper says neither. */
const ITERATIONS = 30;
const EBN0 = 1;

const command: CommandModule<object, MeasureArguments & { inFlight?: number }> = {
  command: "eqml-table-3",
  describe: "check nodes of sum-product: sums of Φ made once against made anew for each edge (Table 3)",
  builder: (yargs) =>
    withMeasureOptions(yargs, "eqml-table-3").option("in-flight", {
      type: "number",
      describe: "frames at once, cut to what the device holds [16384; software device: 128]",
    }) as never,
  async handler(options) {
    checkWholeNumbers([["in-flight", options.inFlight, 1]]);
    const { source, gpu, table3 } = eqmlTables();
    const { code, cpu, direct, rearranged } = table3;
    const { matrix } = loadCode(code);
    const largest = Math.max(...Array.from({ length: matrix.rows }, (_, m) => rowEntries(matrix, m).length));
    const engine = await openEngine(options);
    try {
      const comparisons: Comparison[] = [];
      const details: Record<string, readonly DecodingTimes[]> = {};
      for (const mapping of MAPPINGS) {
        const words = (form: string) =>
          `sum-product form=${form} iterations=${ITERATIONS} stop=none storage=flat mapping=${mapping}`;
        const times: DecodingTimes[] = [];
        for (const one of casesOf(code, words, largest)) times.push(await decodingTimes(engine, one, options.inFlight));
        details[mapping] = times;
        const [anew, once, safe] = times;
        comparisons.push(
          {
            what: `sums made once against anew, mapping=${mapping}`,
            unit: "times as fast",
            paper: direct / rearranged,
            ours: anew.device / once.device,
            how: `${once.frames} frames at once, ${micro(once.device)} against ${micro(anew.device)} a frame`,
          },
          {
            what: `the same in the serial decoder, mapping=${mapping}`,
            unit: "times as fast",
            ours: anew.serial / once.serial,
            how: `${micro(once.serial)} against ${micro(anew.serial)} a frame`,
          },
          {
            what: `device against serial decoder, sums made once, mapping=${mapping}`,
            unit: "times as fast",
            paper: cpu / rearranged,
            ours: once.serial / once.device,
            how: `the default form=safe: ${micro(safe.device)} on the device, ${micro(safe.serial)} serial`,
          },
        );
      }
      publish(
        {
          experiment: "eqml-table-3",
          source: `${source}: Table 3, ${code}, sum-product, ${ITERATIONS} iterations at ${EBN0} dB; paper's GPU: ${gpu}`,
          device: engine.info,
          comparisons,
          details,
          notes: [
            "Times are of the decoder's kernels alone. Made once: form=phi, the sum over all edges less the edge's own Φ, 2·d evaluations of Φ for a check of degree d. " +
              "Made anew: the sum over the others for each edge, d² evaluations (wgsl/shared/sum-product-direct). " +
              "Otherwise the programs are equal; in both a work item has a whole check, where the paper's have an edge.",
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

/** Made anew, made once, and the form that is the default. */
function casesOf(code: string, words: (form: string) => string, largest: number): DecodingCase[] {
  const made = (what: string, form: string): DecodingCase => ({ what, code, decoder: words(form), ebn0: EBN0 });
  return [
    {
      ...made("anew", "phi"),
      changed: (program) => withCheckRule(program, "shared/sum-product-direct", { LARGEST_DEGREE: largest }),
    },
    made("once", "phi"),
    made("safe", "safe"),
  ];
}

function micro(value: number): string {
  return `${value.toPrecision(3)} µs`;
}
