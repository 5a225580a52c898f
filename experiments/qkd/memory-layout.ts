import { z } from "zod";
import { choice, number, numbers, text, texts } from "../../src/cli/command-line/option.ts";
import { print } from "../../src/cli/output.ts";
import { readDecoder } from "../../src/decoder/decoder.ts";
import type { Engine } from "../../src/engine/engine.ts";
import { InputError } from "../../src/errors.ts";
import { loadCode } from "../../src/node/codes/codes.ts";
import { measureKernels, measureThroughput } from "../../src/simulation/bench/bench.ts";
import { benchJob } from "../../src/simulation/bench/bench-job.ts";
import { secondsOfDecoder } from "../../src/simulation/bench/decoder-kernels.ts";
import { formsOf } from "../shared/kernel-form.ts";
import { measureOptions } from "../shared/report.ts";
import { readReport } from "../shared/report-file.ts";
import { defineExperiment } from "../shared/runner/experiment.ts";
import { measureReport } from "../shared/runner/report-run.ts";
import { checkWholeNumbers } from "../shared/whole-numbers.ts";
import { DESIGNS, type Design } from "./shared/designs.ts";
import {
  LAYOUT_DETAIL,
  LAYOUT_DETAILS,
  type LayoutFigures,
  layoutSpeedUps,
  paperCodeOf,
  pointsMarkdown,
  pointsText,
  ratesOf,
  type StudyPoint,
} from "./shared/layouts.ts";
import { defaultInFlight, qberPoint } from "./shared/measure.ts";
import { comparedRow, type PaperCode, paperTables } from "./shared/paper.ts";

/** Codes with every design in the paper, and a long code with the two designs that are possible for it. */
const CODES = ["wifi-1944-1296", "wifi-1944-1458", "dvbs2-16200-10800", "dvbs2-64800-43200"];
/** Above this QBER the paper's codes do all iterations. */
const LARGEST_QBER = 6;

interface Arguments {
  readonly code: readonly string[];
  readonly qber?: readonly number[];
  readonly frames?: number;
}

export default defineExperiment({
  name: "qkd-memory-layout",
  summary:
    "section 4: the paper's memory designs: rows, columns, two arrays without look-up, many frames; Mbit/s beside its own",
  paper: "qkd",
  options: {
    ...measureOptions("qkd-memory-layout"),
    code: texts({
      group: "Code",
      describe: "codes of the paper's tables",
      placeholder: "CODE",
      example: "wimax-2304-1152",
      default: CODES,
    }),
    qber: numbers({
      group: "Channel",
      describe: `QBER in percent, from the tables`,
      defaultText: `1 … ${LARGEST_QBER}`,
      example: "1 2",
    }),
    frames: number({
      group: "Measurement",
      describe: "frames in flight, cut to the device's maximum",
      defaultText: "16384; software device: 64",
      example: "4096",
    }),
    bits: choice(["8", "10", "32"], { group: "Decoder", describe: "bits of a message", default: "10" }),
    from: text({
      group: "Output",
      describe: "JSON file of an earlier run: its tables in Markdown, nothing is measured",
      placeholder: "FILE",
      example: "runs/out.json",
    }),
  },
  quick: {
    code: ["wifi-1944-1296"],
    qber: [1, 3],
    frames: 16,
    seconds: 0.1,
    out: "runs/qkd-memory-layout-quick.json",
  },
  computes: ({ from }) => from !== undefined,
  async run(options, lab) {
    if (options.from !== undefined) {
      const { device, details } = readReport("qkd-memory-layout", LAYOUT_DETAILS, options.from);
      print(
        pointsMarkdown(
          Object.values(details).map(({ code, ...rest }) => ({ paperCode: paperCodeOf(code), ...rest })),
          device,
        ),
      );
      return;
    }
    const { out, seconds, bits, frames = defaultInFlight(lab.device) } = options;
    const wanted = pointsOf(options);
    const measured = await measureReport(lab, out, {
      experiment: "qkd-memory-layout",
      source: `${paperTables().source}: memory designs, one block for each multiprocessor of the paper's GPUs (448 and 2688 processing elements)`,
      settings: { seconds, bits, frames },
      notes: [
        "Speed-ups are geometric means over the QBERs at which the paper has both designs; ours over all of them.",
        "Designs whose kernels have unlike forms on the CPU engine, written by hand and compiled, have no speed-up.",
        "Ours: the decoder's kernels alone. The paper's NoM differs from its NoS in 16 bits a message instead of 32, too, and " +
          "so does ours (but with --bits 32).",
      ],
      summary: (details) => layoutSpeedUps(pointsOfDetails(details)),
      measurements: wanted.map(({ paperCode, qber }) => ({
        name: `${paperCode.code} at ${qber} %`,
        cost: paperCode.bits,
        async measure(share) {
          const ours = {} as Record<Design, LayoutFigures>;
          for (const [i, { design, layout }] of DESIGNS.entries()) {
            const decoder = `ratio-sum-product bits=${bits} iterations=31 layout=${layout}`;
            ours[design] = await measureLayout(lab.engine, paperCode, decoder, qber, frames, seconds);
            share((i + 1) / DESIGNS.length);
          }
          return { rows: ratesOf([{ paperCode, qber, ours }], bits), details: { code: paperCode.code, qber, ours } };
        },
      })),
    });
    const points = pointsOfDetails([...measured.values()].map(({ details }) => details));
    print(`\n${pointsText(points)}`);
  },
});

/** @throws InputError for codes and QBERs that are not in the paper, and for an invalid number of frames. */
function pointsOf({ code, qber, frames }: Arguments): Pick<StudyPoint, "paperCode" | "qber">[] {
  checkWholeNumbers([["frames", frames, 1]]);
  const points = code.flatMap((name) => {
    const paperCode = paperCodeOf(name);
    const qbers = comparedRow(paperCode).cells.map((cell) => cell.qber);
    const wanted = qber ?? qbers.filter((value) => value <= LARGEST_QBER);
    return qbers.filter((value) => wanted.includes(value)).map((value) => ({ paperCode, qber: value }));
  });
  if (points.length === 0) throw new InputError("the paper has no such cells: leave out --qber");
  return points;
}

function pointsOfDetails(details: readonly unknown[]): StudyPoint[] {
  return z
    .array(LAYOUT_DETAIL)
    .parse(details)
    .map(({ code, ...rest }) => ({ paperCode: paperCodeOf(code), ...rest }));
}

async function measureLayout(
  engine: Engine,
  { code: name, bits }: PaperCode,
  decoder: string,
  qber: number,
  wanted: number,
  seconds: number,
): Promise<LayoutFigures> {
  const code = loadCode(name, { columns: "information" });
  const job = benchJob(engine, code, readDecoder(decoder), qberPoint(qber), { frames: wanted, codeword: "syndrome" });
  const frames = Math.min(wanted, engine.framesMaximum(job.program));
  const chain = await measureThroughput(job, frames, seconds);
  const stages = await measureKernels(job, frames);
  const decoding = secondsOfDecoder(job, stages);
  return {
    frames,
    iterations: chain.iterations,
    decoder: (frames * bits) / decoding / 1e6,
    chain: (chain.framesPerSecond * bits) / 1e6,
    forms: [...formsOf(engine, job.program)],
  };
}
