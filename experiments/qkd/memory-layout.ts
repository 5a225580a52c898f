import { choice, number, numbers, text, texts } from "../../src/cli/command-line/option.ts";
import { print } from "../../src/cli/output.ts";
import { readDecoder } from "../../src/decoder/decoder.ts";
import type { Engine } from "../../src/engine/engine.ts";
import { InputError } from "../../src/errors.ts";
import { loadCode } from "../../src/node/codes/codes.ts";
import { openEngine } from "../../src/node/engine/engines.ts";
import { measureKernels, measureThroughput } from "../../src/simulation/bench/bench.ts";
import { benchJob } from "../../src/simulation/bench/bench-job.ts";
import { defineExperiment } from "../shared/experiment.ts";
import { type MeasureArguments, measureOptions, publish } from "../shared/report.ts";
import { readReport } from "../shared/report-file.ts";
import { checkWholeNumbers } from "../shared/whole-numbers.ts";
import { DESIGNS, type Design } from "./shared/designs.ts";
import {
  LAYOUT_DETAILS,
  type LayoutFigures,
  layoutComparisons,
  paperCodeOf,
  pointsMarkdown,
  pointsText,
  type StudyPoint,
} from "./shared/layouts.ts";
import { defaultInFlight, qberPoint } from "./shared/measure.ts";
import { comparedRow, type PaperCode, paperTables } from "./shared/paper.ts";

/** Of which the paper has every design, and a long one with the two that are possible there. */
const CODES = ["wifi-1944-1296", "wifi-1944-1458", "dvbs2-16200-10800", "dvbs2-64800-43200"];
/** Beyond it the paper's codes do all iterations. */
const LARGEST_QBER = 6;

interface Arguments extends MeasureArguments {
  readonly code: readonly string[];
  readonly qber?: readonly number[];
  readonly frames?: number;
  readonly bits: string;
  readonly from?: string;
}

export default defineExperiment({
  summary:
    "the QKD paper's memory designs: rows, columns, two arrays without look-up, many frames; Mbit/s beside its own",
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
      describe: `QBER in percent, of those of the tables`,
      defaultText: `1 … ${LARGEST_QBER}`,
      example: "1 2",
    }),
    frames: number({
      group: "Measurement",
      describe: "frames in flight, cut to what the device holds",
      defaultText: "16384; software device: 64",
      example: "4096",
    }),
    bits: choice(["8", "10", "32"], { group: "Decoder", describe: "bits of a message", default: "10" }),
    from: text({
      group: "Output",
      describe: "JSON file of an earlier run: the tables of doc/papers/qkd.md, nothing is measured",
      placeholder: "FILE",
      example: "runs/out.json",
    }),
  },
  async run(options) {
    if (options.from !== undefined) {
      const { device, details } = readReport("qkd-memory-layout", LAYOUT_DETAILS, options.from);
      print(
        pointsMarkdown(
          details.map(({ code, ...rest }) => ({ paperCode: paperCodeOf(code), ...rest })),
          device,
        ),
      );
      return;
    }
    const wanted = pointsOf(options);
    const engine = await openEngine(options);
    try {
      const points: StudyPoint[] = [];
      for (const { paperCode, qber } of wanted) {
        const ours = {} as Record<Design, LayoutFigures>;
        for (const { design, layout } of DESIGNS) {
          const decoder = `ratio-sum-product bits=${options.bits} iterations=31 layout=${layout}`;
          ours[design] = await measureLayout(engine, paperCode, decoder, qber, options);
        }
        points.push({ paperCode, qber, ours });
      }
      print(pointsText(points));
      publish(
        {
          experiment: "qkd-memory-layout",
          source: `${paperTables().source}: memory designs, one block for each multiprocessor of the paper's GPUs (448 and 2688 processing elements)`,
          device: engine.info,
          comparisons: layoutComparisons(points, options.bits),
          details: points.map(({ paperCode, qber, ours }) => ({ code: paperCode.code, qber, ours })),
          notes: [
            "Speed-ups are geometric means over the QBERs at which the paper has both designs; ours over all of them.",
            "Ours: the decoder's kernels alone. The paper's NoM differs from its NoS in 16 bits a message instead of 32, too, and " +
              "so does ours (but with --bits 32).",
          ],
        },
        options.out,
      );
    } finally {
      await engine.close();
    }
  },
});

/** @throws InputError for codes and QBERs that the paper has not, and no number of frames. */
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

async function measureLayout(
  engine: Engine,
  { code: name, bits }: PaperCode,
  decoder: string,
  qber: number,
  { frames: wanted = defaultInFlight(engine.info), seconds }: Arguments,
): Promise<LayoutFigures> {
  const code = loadCode(name, { columns: "information" });
  const job = benchJob(engine, code, readDecoder(decoder), qberPoint(qber), { frames: wanted, codeword: "syndrome" });
  const frames = Math.min(wanted, engine.framesMaximum(job.program));
  const chain = await measureThroughput(job, frames, seconds);
  const stages = await measureKernels(job, frames);
  const decoding = Object.entries(stages).reduce(
    (sum, [kernel, time]) => sum + (job.decoderKernels.has(kernel) ? time : 0),
    0,
  );
  return {
    frames,
    iterations: chain.iterations,
    decoder: (frames * bits) / decoding / 1e6,
    chain: (chain.framesPerSecond * bits) / 1e6,
  };
}
