import { texts } from "../src/cli/command-line/option.ts";
import type { Engine } from "../src/engine/engine.ts";
import { formatRate } from "../src/report/format.ts";
import { type BinaryCase, bestFigures, caseText } from "./shared/binary.ts";
import { codeFilter, codesOf } from "./shared/code-filter.ts";
import { measureOptions } from "./shared/report.ts";
import { defineExperiment } from "./shared/runner/experiment.ts";
import { type Measured, measureReport } from "./shared/runner/report-run.ts";

/** A decoder with messages in registers, at the point of a CUDA decoder of the same code. */
interface RegisterCase extends BinaryCase {
  readonly of: "coded" | "information";
  /** Gbit/s of the strongest public CUDA decoder on an H200, its decode kernel alone, and its rate of wrong information blocks. */
  readonly cuda?: { readonly gbit: number; readonly blockErrors?: number };
}

const layered = (messages: string, iterations: number) =>
  `offset-min-sum schedule=layered stop=none messages=${messages} iterations=${iterations}`;

const WIMAX = { code: "wimax-2304-1152", ebn0: 2.5, of: "coded", cuda: { gbit: 28.8 } } as const;
const ROWS_5 = {
  code: "nr-bg1-z384",
  rows: 5,
  ebn0: 3.745,
  of: "information",
  cuda: { gbit: 66.7, blockErrors: 0.16 },
} as const;
const ROWS_13 = {
  code: "nr-bg1-z384",
  rows: 13,
  ebn0: 2.45,
  of: "information",
  cuda: { gbit: 37.1, blockErrors: 0.036 },
} as const;
const ROWS_46 = {
  code: "nr-bg1-z384",
  ebn0: 1.26,
  of: "information",
  cuda: { gbit: 15.9, blockErrors: 0.059 },
} as const;

const CASES: readonly RegisterCase[] = [
  { ...WIMAX, decoder: layered("int12", 10) },
  { ...WIMAX, decoder: layered("int11", 10) },
  { code: "wifi-1944-972", ebn0: 2.5, of: "coded", decoder: layered("int11", 10) },
  { ...ROWS_5, decoder: layered("int12", 8) },
  { ...ROWS_5, decoder: layered("int11", 8) },
  { ...ROWS_13, decoder: layered("int12", 8) },
  ...[8, 6].map((iterations) => ({ ...ROWS_13, decoder: layered("byte", iterations) })),
  ...[8, 6].map((iterations) => ({ ...ROWS_46, decoder: layered("byte", iterations) })),
  { code: "nr-bg2-z384", ebn0: 1.26, of: "information", decoder: layered("byte", 8) },
];

export default defineExperiment({
  name: "registers",
  summary:
    "layered decoders with messages in registers: Gbit/s of the decoder alone, and block errors at the points of CUDA decoders",
  options: {
    ...measureOptions("registers"),
    code: texts({
      group: "Code",
      describe: "codes of the experiment to measure",
      placeholder: "CODE",
      example: "wimax-2304-1152",
      default: codesOf(CASES),
    }),
  },
  quick: { code: ["wimax-2304-1152"], seconds: 0.05, out: "runs/registers-quick.json" },
  async run({ code: codes, seconds, out }, lab) {
    const frames = lab.engine.limits.software ? 64 : 16384;
    await measureReport(lab, out, {
      experiment: "registers",
      source: "Layered decoders with messages in registers, all iterations",
      beside: "CUDA decoders on an H200",
      settings: { seconds, frames },
      notes: ["Decoder alone: channel words in device memory to posteriors in device memory, by the device's clock."],
      measurements: CASES.filter(codeFilter(CASES, codes)).map((one) => ({
        name: caseText(one),
        measure: () => measured(lab.engine, one, frames, seconds),
      })),
    });
  },
});

async function measured(engine: Engine, one: RegisterCase, frames: number, seconds: number): Promise<Measured> {
  const figures = await bestFigures(engine, one, [frames], seconds);
  const { counts } = figures.chain;
  const theirs = one.cuda?.blockErrors === undefined ? "" : `, CUDA ${one.cuda.blockErrors}`;
  const row = {
    what: `${caseText(one)} @ ${one.ebn0} dB`,
    unit: `Gbit/s ${one.of}`,
    beside: one.cuda?.gbit,
    ours: figures[one.of] / 1e9,
    how: `wrong information blocks ${formatRate(counts.informationFrameErrors / counts.frames)} of ${counts.frames}${theirs}`,
  };
  return { rows: [row], details: figures };
}
