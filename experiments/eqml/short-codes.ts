import { number } from "../../src/cli/command-line/option.ts";
import { print } from "../../src/cli/output.ts";
import type { Code } from "../../src/code/code.ts";
import { decoderText, readDecoder } from "../../src/decoder/decoder.ts";
import { loadCode } from "../../src/node/codes/codes.ts";
import { counted, formatCount, formatInterval, formatNumber, formatRate } from "../../src/report/format.ts";
import { markdownTable } from "../../src/report/markdown.ts";
import { formatTable } from "../../src/report/table.ts";
import { clopperPearson } from "../../src/simulation/statistics/statistics.ts";
import { MeasurementFile } from "../shared/measurement-file.ts";
import { defineExperiment } from "../shared/runner/experiment.ts";
import type { Lab } from "../shared/runner/lab.ts";
import { checkWholeNumbers } from "../shared/whole-numbers.ts";
import { segmentCode } from "../sionna-5g/shared/segment-code.ts";
import { bch6345 } from "./shared/bch.ts";
import { decoderStep } from "./shared/decoder-step.ts";
import { cellKind, type EqmlCell, eqmlKey } from "./shared/fer.ts";
import { type EqmlArguments, eqmlOptions, FROM_FILE } from "./shared/options.ts";
import { eqmlInFlight, runUntil } from "./shared/runner.ts";
import { deviceSpeed } from "./shared/speed.ts";
import { stagesDecoder } from "./shared/speed-cases.ts";

/** A code, and its Eb/N0 in dB where the decoders are compared. */
export interface ShortCodeCase {
  readonly name: string;
  readonly load: () => Code;
  readonly ebn0: readonly number[];
  /** Highest order of ordered statistics. The patterns grow with the power `order` of the information bits. */
  readonly order: number;
  /** The LLRs that order positions: the channel's where the code is so short that these are near maximum likelihood. */
  readonly from: "channel" | "posterior";
}

export const SHORT_CODE_CASES: readonly ShortCodeCase[] = [
  { name: "wimax-576-288", load: () => loadCode("wimax-576-288"), ebn0: [1.5, 2], order: 3, from: "posterior" },
  { name: "ccsds-128-64", load: () => loadCode("ccsds-128-64"), ebn0: [2.5, 3.5], order: 4, from: "channel" },
  { name: "5G (128,64)", load: () => segmentCode(64, 128), ebn0: [2, 3], order: 4, from: "channel" },
  { name: "BCH (63,45)", load: bch6345, ebn0: [3, 4], order: 4, from: "channel" },
];
const STAGES = [1, 2, 3, 4, 5, 6];

interface Arguments extends EqmlArguments {
  readonly errors: number;
  readonly seconds: number;
}

/** A row of a code's table. */
interface Line {
  readonly name: string;
  readonly decoder: string;
  /** Expected time relative to belief propagation. */
  readonly cost: number;
}

/** Cells of FERs and times of short codes. */
export const SHORT_CODE_CELLS = cellKind("eqml-short-codes");

export default defineExperiment({
  name: "eqml-short-codes",
  summary: "FER and time of EQML with 1 to 6 stages beside ordered statistics of order 1 to 4, four short codes",
  paper: "eqml",
  options: {
    ...eqmlOptions("eqml-short-codes"),
    frames: number({
      group: "Measurement",
      describe: "most frames of a decoder at a point",
      example: "2^20",
      default: 2 ** 21,
    }),
    seconds: number({
      group: "Measurement",
      placeholder: "SECONDS",
      describe: "of the time of a decoder at a point, which further frames are decoded for",
      example: "0.5",
      default: 0.15,
    }),
    errors: number({
      group: "Measurement",
      describe: "frame errors that end a decoder at a point",
      example: "400",
      default: 400,
    }),
  },
  quick: { errors: 10, frames: 512, seconds: 0.05, "in-flight": 64, out: "runs/eqml-short-codes-quick.json" },
  computes: FROM_FILE,
  async run(options, lab) {
    checkWholeNumbers([
      ["errors", options.errors, 1],
      ["frames", options.frames, 1],
      ["in-flight", options.inFlight, 1],
    ]);
    const file =
      options.from === undefined ? await measure(options, lab) : MeasurementFile.read(SHORT_CODE_CELLS, options.from);
    for (const one of SHORT_CODE_CASES) printCase(file, one, options);
    const { adapter, driver } = file.head.device;
    print(
      `BP: ${decoderText(readDecoder(options.decoder))}\nOn ${adapter} (${driver}), seed ${file.head.seed}, by the clock.`,
    );
  },
});

/** The decoders of a code, from weak to strong. */
export function shortCodeLines(
  { order, from }: ShortCodeCase,
  { decoder, alpha }: Pick<Arguments, "decoder" | "alpha">,
): Line[] {
  const line = (name: string, words: string, cost: number): Line => ({
    name,
    decoder: decoderText(readDecoder(words)),
    cost,
  });
  const orders = Array.from({ length: order }, (_, i) => i + 1);
  return [
    line("BP", decoder, 1),
    ...STAGES.map((stages) =>
      line(`EQML, ${counted(stages, "stage")}`, stagesDecoder(decoder, stages, alpha), 2 ** stages),
    ),
    ...orders.map((each) =>
      line(
        `OSD of failed frames, order ${each}`,
        `${decoder} reprocess=osd osd-order=${each} osd-from=${from}`,
        4 ** each,
      ),
    ),
    ...(from === "channel"
      ? orders.map((each) => line(`OSD alone, order ${each}`, `osd order=${each}`, 4 ** each))
      : []),
  ];
}

async function measure(options: Arguments, lab: Lab): Promise<MeasurementFile<EqmlCell>> {
  const { seed, errors, frames, seconds, out, inFlight = eqmlInFlight(lab.device) } = options;
  const file = MeasurementFile.open(SHORT_CODE_CELLS, out, lab.identity({ seed, errors, frames, seconds, inFlight }));
  const steps = SHORT_CODE_CASES.flatMap((one) => {
    const code = one.load();
    return shortCodeLines(one, options).map(({ name, decoder, cost }) =>
      decoderStep(lab, file, {
        what: `${one.name}, ${name}, ${one.ebn0.join(", ")} dB`,
        cost,
        code,
        decoder,
        inFlight,
        seed,
        lacks: () => one.ebn0.filter((ebn0) => file.find(eqmlKey(code.name, decoder, ebn0)) === undefined),
        async count(runner, ebn0, share) {
          // Errors may end a point after a few runs, too few for a time.
          const { framesPerSecond } = await deviceSpeed(code.name, runner, ebn0, seconds);
          const totals = await runUntil(runner, { errors, frames }, share);
          return { ...totals, seconds: totals.counts.frames / framesPerSecond };
        },
      }),
    );
  });
  await lab.measure(steps, out);
  return file;
}

/** A table for each Eb/N0: the decoders from weak to strong. */
function printCase(file: MeasurementFile<EqmlCell>, one: ShortCodeCase, options: Arguments): void {
  const code = one.load();
  const lines = shortCodeLines(one, options);
  const headers = ["", "FER", "95 %", "ML ≥", "further decodings", "µs a frame"];
  for (const ebn0 of one.ebn0) {
    const rows = lines.map(({ name, decoder }) => [name, ...cellTexts(file.find(eqmlKey(code.name, decoder, ebn0)))]);
    print(`${one.name} at ${ebn0} dB\n\n`);
    print(options.markdown ? markdownTable(headers, rows) : formatTable(headers, rows));
    print("\n");
  }
}

/** FER, its interval, the bound of maximum likelihood, further decodings of a failed frame, and the time of a frame. */
function cellTexts(cell: EqmlCell | undefined): string[] {
  if (cell === undefined) return ["–", "–", "–", "–", "–"];
  const { frames, frameErrors, mlErrors, reprocessed, tests, seconds } = cell;
  const { value, low, high } = clopperPearson(frameErrors, frames);
  return [
    formatRate(value),
    formatInterval(low, high),
    formatRate(mlErrors / frames),
    reprocessed === 0 ? "–" : formatCount(Math.round(tests / reprocessed)),
    formatNumber((1e6 * seconds) / frames),
  ];
}
