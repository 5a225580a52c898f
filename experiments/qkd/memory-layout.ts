import { z } from "zod";
import { choice } from "../../src/cli/command-line/option.ts";
import type { Engine } from "../../src/engine/engine.ts";
import { InputError } from "../../src/errors.ts";
import { formatNumber } from "../../src/report/format.ts";
import { areAlike, formsOf, jobOf, measureBatch } from "../shared/measure.ts";
import { channel, measurement, SECONDS } from "../shared/options.ts";
import { type Comparison, reportExperiment } from "../shared/report.ts";
import { defaultInFlight } from "./shared/cells.ts";
import {
  comparedRow,
  DESIGNS,
  type Design,
  designRate,
  GENERATIONS,
  type Generation,
  meanRatio,
  PAPER,
  type PaperCode,
  paperCodeOf,
  paperCodes,
} from "./shared/paper.ts";

/** Codes with every design in the paper, and a long code with the two designs that are possible for it. */
const CODES = ["wifi-1944-1296", "wifi-1944-1458", "dvbs2-16200-10800", "dvbs2-64800-43200"];
/** Above this QBER the paper's codes do all iterations. */
const LARGEST_QBER = 6;

const FIGURES = z.strictObject({
  frames: z.int().positive(),
  /** Average iterations of a frame. */
  iterations: z.number(),
  /** Mbit/s of sifted key, the decoder's kernels alone, and sampling to counters by the clock. */
  decoder: z.number().positive(),
  chain: z.number().positive(),
  /** Forms of the decoder's kernels, of the CPU engine; none on a GPU, and in files of an earlier version. */
  forms: z.array(z.string()).optional(),
});

type LayoutFigures = Readonly<z.infer<typeof FIGURES>>;

/** All layouts of a code at a QBER. */
const DETAIL = z.strictObject({
  code: z.string(),
  qber: z.number(),
  ours: z.strictObject({ Srow: FIGURES, Scol: FIGURES, NoS: FIGURES, NoM: FIGURES }),
});

const DETAILS = z.array(DETAIL);

export default reportExperiment({
  name: "qkd-memory-layout",
  summary:
    "section 4: the paper's memory designs: rows, columns, two arrays without look-up, many frames; Mbit/s beside its own",
  paper: "qkd",
  options: {
    seconds: SECONDS,
    code: paperCodes(CODES),
    qber: channel.numbers("QBER in percent, from the tables", "1 2", { unset: `1 … ${LARGEST_QBER}` }),
    frames: measurement.count("frames in flight, cut to the device's maximum", "4096", {
      unset: "16384; software device: 64",
    }),
    bits: choice(["8", "10", "32"], { group: "Decoder", default: "10" }, "bits of a message"),
  },
  quick: {
    code: ["wifi-1944-1296"],
    qber: [1, 3],
    frames: 16,
    seconds: 0.1,
  },
  plan({ code, qber: qbers, frames: asked, seconds, bits }, lab) {
    const frames = asked ?? defaultInFlight(lab.device);
    return {
      source: `${PAPER.source}: memory designs, one block for each multiprocessor of the paper's GPUs (448 and 2688 processing elements)`,
      settings: { seconds, bits, frames },
      notes: [
        "Speed-ups are geometric means over the QBERs at which the paper has both designs; ours over all of them.",
        "Designs whose kernels have unlike forms on the CPU engine, written by hand and compiled, have no speed-up.",
        "Ours: the decoder's kernels alone. The paper's NoM differs from its NoS in 16 bits a message instead of 32, too, and " +
          "so does ours (but with --bits 32).",
      ],
      summary: (details) => layoutSpeedUps(studyPoints(DETAILS.parse(details))),
      measurements: pointsOf(code, qbers).map(({ paperCode, qber }) => ({
        name: `${paperCode.code} at ${qber} %`,
        cost: paperCode.bits,
        async measure(share) {
          const ours = {} as Record<Design, LayoutFigures>;
          for (const [i, { design, layout }] of DESIGNS.entries()) {
            const decoder = `ratio-sum-product bits=${bits} iterations=31 layout=${layout}`;
            ours[design] = await measureLayout(lab.engine, paperCode, decoder, qber, frames, seconds);
            share((i + 1) / DESIGNS.length);
          }
          return { rows: ratesOf({ paperCode, qber, ours }, bits), details: { code: paperCode.code, qber, ours } };
        },
      })),
    };
  },
});

/** @throws InputError for codes and QBERs that are not in the paper. */
function pointsOf(code: readonly string[], qber?: readonly number[]): Pick<StudyPoint, "paperCode" | "qber">[] {
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
  { code, bits }: PaperCode,
  decoder: string,
  qber: number,
  wanted: number,
  seconds: number,
): Promise<LayoutFigures> {
  const one = { code, reconciles: true, decoder, at: qber };
  const jobWith = (frames: number) => jobOf(engine, one, { frames });
  const { job, frames, chain, decoderSeconds } = await measureBatch(jobWith, wanted, seconds);
  return {
    frames,
    iterations: chain.iterations,
    decoder: (frames * bits) / decoderSeconds / 1e6,
    chain: (chain.framesPerSecond * bits) / 1e6,
    forms: [...formsOf(engine, job.program)],
  };
}

/** All layouts of a code at one QBER, beside the paper's. */
interface StudyPoint {
  readonly paperCode: PaperCode;
  /** Percent. */
  readonly qber: number;
  readonly ours: Readonly<Record<Design, LayoutFigures>>;
}

const studyPoints = (details: z.infer<typeof DETAILS>): StudyPoint[] =>
  details.map(({ code, ...rest }) => ({ paperCode: paperCodeOf(code), ...rest }));

/** Ratio of a design's rate to the previous design's, for a code. */
interface SpeedUp {
  readonly paperCode: PaperCode;
  readonly layout: string;
  readonly before: string;
  /**
   * Geometric means over all QBERs, and for the paper over QBERs at which a GPU has both designs. Undefined for kernels
   * in unlike forms.
   */
  readonly ours: number | undefined;
  readonly paper: Readonly<Record<Generation, number | undefined>>;
  /** The paper's names of both designs. */
  readonly designs: readonly [Design, Design];
}

/** Comparisons of each design's rate with the previous design's, code by code. */
function layoutSpeedUps(points: readonly StudyPoint[]): Comparison[] {
  return byCode(points).flatMap((own) => designSpeedUps(own).flatMap(speedUpLines));
}

function byCode(points: readonly StudyPoint[]): StudyPoint[][] {
  const codes = [...new Set(points.map(({ paperCode }) => paperCode.code))];
  return codes.map((code) => points.filter(({ paperCode }) => paperCode.code === code));
}

/** Ratio of each design's rate to the previous design's, code by code. */
function designSpeedUps(points: readonly StudyPoint[]): SpeedUp[] {
  return byCode(points).flatMap((own) => {
    const { paperCode } = own[0];
    return DESIGNS.slice(1).map(({ design, layout }, i): SpeedUp => {
      const before = DESIGNS[i];
      const paper = (generation: Generation) =>
        meanRatio(
          own.flatMap(({ qber }) => {
            const rates = [design, before.design].map((one) => designRate(paperCode, one, generation, qber));
            return rates[0] === undefined || rates[1] === undefined ? [] : [rates[0] / rates[1]];
          }),
        );
      return {
        paperCode,
        layout,
        before: before.layout,
        designs: [design, before.design],
        ours: own.every(({ ours }) => areAlike(ours[design].forms, ours[before.design].forms))
          ? meanRatio(own.map((point) => point.ours[design].decoder / point.ours[before.design].decoder))
          : undefined,
        paper: { W: paper("W"), K: paper("K") },
      };
    });
  });
}

/** A line for each GPU of the paper that has both designs; one for the measured device if no GPU has both. */
function speedUpLines({ paperCode, layout, before, designs, ours, paper }: SpeedUp): Comparison[] {
  // Kernels in unlike forms differ in more than the design.
  if (ours === undefined) return [];
  const line = { what: `${paperCode.code}: ${layout} over ${before}`, unit: "speed-up", ours };
  const lines = GENERATIONS.flatMap((generation): Comparison[] => {
    const how = designs.map((design) => `${design}${generation}`).join(" over ");
    return paper[generation] === undefined ? [] : [{ ...line, paper: paper[generation], how }];
  });
  return lines.length > 0 ? lines : [{ ...line, how: "no such rows" }];
}

/** The rate of each design beside the paper's on its newer GPU, or on the older one. */
function ratesOf({ paperCode, qber, ours }: StudyPoint, bits: string): Comparison[] {
  return DESIGNS.map(({ design, layout }) => {
    const generation = [...GENERATIONS].reverse().find((each) => designRate(paperCode, design, each, qber));
    const { decoder, chain, frames, iterations } = ours[design];
    const paper = generation === undefined ? "" : `; paper's ${design}${generation}`;
    return {
      what: `${paperCode.code}: QBER ${qber} %, layout=${layout} bits=${bits}`,
      unit: "Mbit/s sifted",
      paper: generation && designRate(paperCode, design, generation, qber),
      ours: decoder,
      how: `decoder alone, ${frames} frames, ${iterations.toFixed(2)} iterations; whole chain ${formatNumber(chain, 4)}${paper}`,
    };
  });
}
