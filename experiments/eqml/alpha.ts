import { print } from "../../src/cli/output.ts";
import { decoderText, readDecoder } from "../../src/decoder/decoder.ts";
import { loadCode } from "../../src/node/codes/codes.ts";
import { formatCount, formatNumber, formatRate } from "../../src/report/format.ts";
import { formatTable } from "../../src/report/table.ts";
import { clopperPearson } from "../../src/simulation/statistics.ts";
import { defineExperiment } from "../shared/experiment.ts";
import { MeasurementFile } from "../shared/files.ts";
import { channel, measurement, code as ofCode, decoder as ofDecoder } from "../shared/options.ts";
import { cellKind, eqmlKey, measureCells, runUntil } from "./shared/cells.ts";
import { eqmlOptions, FROM_FILE, stagesDecoder } from "./shared/paper.ts";

const ALPHAS = [1, 2, 4, 6, 8, 10, 12, 16, 20, 30, 50, 100];
const ITERATIONS = [10, 20, 50, 100];

const CELLS = cellKind("eqml-alpha");

export default defineExperiment({
  name: "eqml-alpha",
  summary: "FER of EQML against the saturation α and the iterations of a test, which the paper does not give",
  paper: "eqml",
  options: {
    ...eqmlOptions("eqml-alpha"),
    code: ofCode.text("name or file of the code", "wimax-2304-1152", "wimax-576-288"),
    stages: ofDecoder.number("of reprocessing", "3", 3),
    ebn0: channel.numbers("dB", "1.5 2", [1.5, 2]),
    alphas: ofDecoder.numbers("saturations, LLR", "10 20", ALPHAS),
    iterations: ofDecoder.numbers("of the first run and of a test, with the default saturation", "20 50", ITERATIONS),
    errors: measurement.count("frame errors that end a decoder at a point", "400", 2000),
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
    const { stages, ebn0, errors, frames, alpha } = options;
    const code = loadCode(options.code);
    const canonical = (words: string) => decoderText(readDecoder(words));
    const plain = canonical(options.decoder);
    const lines = [
      { what: "without reprocessing", decoder: plain },
      ...options.alphas.map((each) => ({
        what: `α = ${each}`,
        decoder: stagesDecoder({ ...options, alpha: each }, stages),
      })),
      ...options.iterations.flatMap((each) => {
        const decoder = `${options.decoder.replace(/ iterations=\d+/, "")} iterations=${each}`;
        return [
          { what: `without reprocessing, ${each} iterations`, decoder: canonical(decoder) },
          { what: `${each} iterations`, decoder: stagesDecoder({ decoder, alpha }, stages) },
        ];
      }),
    ];
    const file =
      options.from === undefined
        ? await measureCells(CELLS, options, { errors, frames }, lab, () =>
            lines.map((line) => ({
              ...line,
              ...{ code, ebn0 },
              count: (runner, _, share) => runUntil(runner, { errors, frames }, share),
            })),
          )
        : MeasurementFile.read(CELLS, options.from);
    const rows = lines.map(({ what, decoder }) => [
      what,
      ...ebn0.flatMap((each) => {
        const cell = file.find(eqmlKey(code.name, decoder, each));
        if (cell === undefined) return ["–", "–", "–", "–"];
        const { value, low, high } = clopperPearson(cell.frameErrors, cell.frames);
        return [
          ...[formatRate(value), `${formatRate(low)} … ${formatRate(high)}`],
          ...[formatCount(cell.undetected), formatNumber(cell.tests / cell.frames)],
        ];
      }),
    ]);
    const headers = ["", ...ebn0.flatMap((each) => [`FER, ${each} dB`, "95 %", "undetected", "tests per frame"])];
    const { adapter, driver } = file.head.device;
    print(`${code.name}, ${plain}, ${stages} stages of EQML; on ${adapter} (${driver})\n\n`);
    const align = headers.map((_, i) => (i === 0 ? ("left" as const) : ("right" as const)));
    print(formatTable(headers, rows, { align }));
  },
});
