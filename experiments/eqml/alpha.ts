import { number, numbers, text } from "../../src/cli/command-line/option.ts";
import { print } from "../../src/cli/output.ts";
import { decoderText, readDecoder } from "../../src/decoder/decoder.ts";
import { loadCode } from "../../src/node/codes/codes.ts";
import { formatCount, formatNumber, formatRate } from "../../src/report/format.ts";
import { markdownTable } from "../../src/report/markdown.ts";
import { formatTable } from "../../src/report/table.ts";
import { clopperPearson } from "../../src/simulation/statistics/statistics.ts";
import { MeasurementFile } from "../shared/measurement-file.ts";
import { defineExperiment } from "../shared/runner/experiment.ts";
import type { Lab } from "../shared/runner/lab.ts";
import { checkWholeNumbers } from "../shared/whole-numbers.ts";
import { decoderStep } from "./shared/decoder-step.ts";
import { cellKind, type EqmlCell, eqmlKey } from "./shared/fer.ts";
import { type EqmlArguments, eqmlOptions, FROM_FILE } from "./shared/options.ts";
import { eqmlInFlight, runUntil } from "./shared/runner.ts";
import { stagesDecoder } from "./shared/speed-cases.ts";

const CODE = "wimax-576-288";
const ALPHAS = [1, 2, 4, 6, 8, 10, 12, 16, 20, 30, 50, 100];
const ITERATIONS = [10, 20, 50, 100];

interface Arguments extends EqmlArguments {
  readonly code: string;
  readonly stages: number;
  readonly ebn0: readonly number[];
  readonly alphas: readonly number[];
  readonly iterations: readonly number[];
  readonly errors: number;
}

/** A line of the table. */
interface Line {
  readonly what: string;
  readonly decoder: string;
}

const CELLS = cellKind("eqml-alpha");

export default defineExperiment({
  name: "eqml-alpha",
  summary: "FER of EQML against the saturation α and the iterations of a test, which the paper does not give",
  paper: "eqml",
  options: {
    ...eqmlOptions("eqml-alpha"),
    code: text({
      group: "Code",
      describe: "name or file of the code",
      placeholder: "CODE",
      example: "wimax-2304-1152",
      default: CODE,
    }),
    stages: number({ group: "Decoder", describe: "of reprocessing", example: "3", default: 3 }),
    ebn0: numbers({ group: "Channel", describe: "dB", example: "1.5 2", default: [1.5, 2] }),
    alphas: numbers({ group: "Decoder", describe: "saturations, LLR", example: "10 20", default: ALPHAS }),
    iterations: numbers({
      group: "Decoder",
      describe: "of the first run and of a test, with the default saturation",
      example: "20 50",
      default: ITERATIONS,
    }),
    errors: number({
      group: "Measurement",
      describe: "frame errors that end a decoder at a point",
      example: "400",
      default: 2000,
    }),
  },
  quick: {
    ebn0: [1.5],
    alphas: [2, 10, 20, 100],
    iterations: [20],
    stages: 2,
    errors: 100,
    frames: 1024,
    "in-flight": 32,
    out: "runs/eqml-alpha-quick.json",
  },
  computes: FROM_FILE,
  async run(options, lab) {
    checkWholeNumbers([
      ["errors", options.errors, 1],
      ["frames", options.frames, 1],
      ["in-flight", options.inFlight, 1],
    ]);
    const lines = linesOf(options);
    const file =
      options.from === undefined ? await measure(options, lines, lab) : MeasurementFile.read(CELLS, options.from);
    printLines(file, lines, options);
  },
});

function linesOf({ decoder, stages, alpha, alphas, iterations }: Arguments): Line[] {
  const line = (what: string, words: string): Line => ({ what, decoder: decoderText(readDecoder(words)) });
  return [
    line("without reprocessing", decoder),
    ...alphas.map((each) => line(`α = ${each}`, stagesDecoder(decoder, stages, each))),
    // A later word wins.
    ...iterations.flatMap((each) => [
      line(`without reprocessing, ${each} iterations`, `${decoder} iterations=${each}`),
      line(`${each} iterations`, `${stagesDecoder(decoder, stages, alpha)} iterations=${each}`),
    ]),
  ];
}

async function measure(options: Arguments, lines: readonly Line[], lab: Lab): Promise<MeasurementFile<EqmlCell>> {
  const { seed, errors, frames, out, inFlight = eqmlInFlight(lab.device) } = options;
  const file = MeasurementFile.open(CELLS, out, lab.identity({ seed, errors, frames, inFlight }));
  const code = loadCode(options.code);
  const steps = lines.map(({ what, decoder }) =>
    decoderStep(lab, file, {
      what: `${what}, ${options.ebn0.join(", ")} dB`,
      code,
      decoder,
      inFlight,
      seed,
      lacks: () => options.ebn0.filter((ebn0) => file.find(eqmlKey(code.name, decoder, ebn0)) === undefined),
      count: (runner, _, share) => runUntil(runner, { errors, frames }, share),
    }),
  );
  await lab.measure(steps, out);
  return file;
}

function printLines(file: MeasurementFile<EqmlCell>, lines: readonly Line[], options: Arguments): void {
  const { ebn0, markdown, decoder, stages } = options;
  const { name } = loadCode(options.code);
  const rows = lines.map(({ what, decoder: words }) => [
    what,
    ...ebn0.flatMap((each) => {
      const cell = file.find(eqmlKey(name, words, each));
      if (cell === undefined) return ["–", "–", "–", "–"];
      const { value, low, high } = clopperPearson(cell.frameErrors, cell.frames);
      return [
        formatRate(value),
        `${formatRate(low)} … ${formatRate(high)}`,
        formatCount(cell.undetected),
        formatNumber(cell.tests / cell.frames),
      ];
    }),
  ]);
  const headers = ["", ...ebn0.flatMap((each) => [`FER, ${each} dB`, "95 %", "undetected", "tests per frame"])];
  const { adapter, driver } = file.head.device;
  print(`${name}, ${decoderText(readDecoder(decoder))}, ${stages} stages of EQML; on ${adapter} (${driver})\n\n`);
  print(markdown ? markdownTable(headers, rows) : formatTable(headers, rows, { align: rightButFirst(headers) }));
}

function rightButFirst(headers: readonly string[]) {
  return headers.map((_, i) => (i === 0 ? ("left" as const) : ("right" as const)));
}
