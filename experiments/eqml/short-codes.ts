import { print } from "../../src/cli/output.ts";
import type { Code } from "../../src/code/code.ts";
import { parityCheckMatrix } from "../../src/code/parity-check-matrix.ts";
import { decoderText, readDecoder } from "../../src/decoder/decoder.ts";
import { galoisField } from "../../src/galois/field.ts";
import { loadCode } from "../../src/node/codes/codes.ts";
import { counted, formatCount, formatInterval, formatNumber, formatRate } from "../../src/report/format.ts";
import { formatTable } from "../../src/report/table.ts";
import { clopperPearson } from "../../src/simulation/statistics.ts";
import { defineExperiment } from "../shared/experiment.ts";
import { MeasurementFile } from "../shared/files.ts";
import { measurement } from "../shared/options.ts";
import { segmentCode } from "../sionna-5g/shared/blocks.ts";
import { cellKind, type EqmlCell, eqmlKey, measureCells, runUntil } from "./shared/cells.ts";
import { type EqmlDecoder, eqmlOptions, FROM_FILE, stagesDecoder } from "./shared/paper.ts";
import { deviceSpeed } from "./shared/speed.ts";

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

export const SHORT_CODE_CELLS = cellKind("eqml-short-codes");

export default defineExperiment({
  name: "eqml-short-codes",
  summary: "FER and time of EQML with 1 to 6 stages beside ordered statistics of order 1 to 4, four short codes",
  paper: "eqml",
  options: {
    ...eqmlOptions("eqml-short-codes"),
    frames: measurement.count("most frames of a decoder at a point", "2^20", 2 ** 21),
    seconds: measurement.number(
      "of the time of a decoder at a point, which further frames are decoded for",
      "0.5",
      0.15,
      { placeholder: "SECONDS" },
    ),
    errors: measurement.count("frame errors that end a decoder at a point", "400", 400),
  },
  quick: { errors: 10, frames: 512, seconds: 0.05, "in-flight": 64, out: "runs/eqml-short-codes-quick.json" },
  computes: FROM_FILE,
  async run(options, lab) {
    const { errors, frames, seconds } = options;
    const file =
      options.from === undefined
        ? await measureCells(SHORT_CODE_CELLS, options, { errors, frames, seconds }, lab, () =>
            SHORT_CODE_CASES.flatMap((one) => {
              const code = one.load();
              return shortCodeLines(one, options).map(({ name, decoder, cost }) => ({
                ...{ what: `${one.name}, ${name}`, cost, code, decoder, ebn0: one.ebn0 },
                async count(runner, ebn0, share) {
                  // Errors may end a point after a few runs, too few for a time.
                  const { framesPerSecond } = await deviceSpeed(code.name, runner, ebn0, seconds);
                  const totals = await runUntil(runner, { errors, frames }, share);
                  return { ...totals, seconds: totals.counts.frames / framesPerSecond };
                },
              }));
            }),
          )
        : MeasurementFile.read(SHORT_CODE_CELLS, options.from);
    const headers = ["", "FER", "95 %", "ML ≥", "further decodings", "µs a frame"];
    for (const one of SHORT_CODE_CASES) {
      const code = one.load();
      for (const ebn0 of one.ebn0) {
        const rows = shortCodeLines(one, options).map(({ name, decoder }) => [
          name,
          ...cellTexts(file.find(eqmlKey(code.name, decoder, ebn0))),
        ]);
        print(`${one.name} at ${ebn0} dB\n\n`);
        print(formatTable(headers, rows));
        print("\n");
      }
    }
    const { adapter, driver } = file.head.device;
    print(
      `BP: ${decoderText(readDecoder(options.decoder))}\nOn ${adapter} (${driver}), seed ${file.head.seed}, by the clock.`,
    );
  },
});

/** The decoders of a code from weak to strong, with their expected time relative to belief propagation. */
export function shortCodeLines({ order, from }: ShortCodeCase, options: EqmlDecoder) {
  const orders = Array.from({ length: order }, (_, i) => i + 1);
  const line = (name: string, words: string, cost: number) => ({
    name,
    decoder: decoderText(readDecoder(words)),
    cost,
  });
  const osd = (each: number) => `${options.decoder} reprocess=osd osd-order=${each} osd-from=${from}`;
  return [
    line("BP", options.decoder, 1),
    ...STAGES.map((stages) => line(`EQML, ${counted(stages, "stage")}`, stagesDecoder(options, stages), 2 ** stages)),
    ...orders.map((each) => line(`OSD of failed frames, order ${each}`, osd(each), 4 ** each)),
    ...(from === "channel" ? orders : []).map((each) =>
      line(`OSD alone, order ${each}`, `osd order=${each}`, 4 ** each),
    ),
  ];
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

/** The generator polynomial of the BCH code (63,45), bit i the coefficient of x^i: octal 1701317 (Lin and Costello, appendix C). */
const GENERATOR = 0o1701317;
const [N, K] = [63, 45];

/** The BCH code (63,45) that corrects three errors; each row of H is the reversed check polynomial, shifted. */
export function bch6345(): Code {
  const check = checkPolynomial();
  const rows = Array.from({ length: N - K }, (_, shift) =>
    [...check].flatMap((bit, i) => (bit === "1" ? [[shift + i, 1] as const] : [])),
  );
  return {
    name: "bch-63-45",
    description: "primitive narrow-sense BCH code that corrects three errors",
    source: "Lin and Costello, Error Control Coding, appendix C",
    matrix: parityCheckMatrix(galoisField(2), N, rows),
  };
}

/** (x^63 + 1) / g(x), highest coefficient first. */
function checkPolynomial(): string {
  let rest = (1n << BigInt(N)) | 1n;
  let quotient = 0n;
  for (let degree = K; degree >= 0; degree--) {
    if (((rest >> BigInt(degree + N - K)) & 1n) === 0n) continue;
    rest ^= BigInt(GENERATOR) << BigInt(degree);
    quotient |= 1n << BigInt(degree);
  }
  if (rest !== 0n) throw new Error("the generator does not divide x^63 + 1");
  return quotient.toString(2);
}
