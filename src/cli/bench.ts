import type { CommandModule } from "yargs";
import { z } from "zod";
import { FRAMES_MAXIMUM } from "../../wgsl/common/workgroup-slot.ts";
import type { ChannelKind } from "../channel/channel-kind.ts";
import { channelPoint } from "../channel/channels.ts";
import { codeRate, transmittedPositions } from "../code/rate-matching.ts";
import { decoderText } from "../decoder/decoder.ts";
import { withoutReprocessing } from "../decoder/reprocess/options.ts";
import type { DecoderSpec } from "../decoder/spec.ts";
import { InputError } from "../errors.ts";
import { loadCode } from "../node/codes.ts";
import { engineSentence, openEngine } from "../node/engines.ts";
import { benchJob } from "../simulation/bench/bench-job.ts";
import { CODEWORD_SOURCES, type CodewordSource } from "../source/word-source.ts";
import { measure } from "./bench-measure.ts";
import { benchReport, benchTables } from "./bench-report.ts";
import { type ChannelArguments, readChannelPoint, requireChannelPoint, withChannelOptions } from "./channel-options.ts";
import { type CodeFileArguments, defaultWords, loadOptions, withCodeFileOptions } from "./code-options.ts";
import { chosenDecoder, DECODER_HELP, type ReprocessArguments, withReprocessOptions } from "./decoder-options.ts";
import { type EngineArguments, withEngineOptions } from "./engine-options.ts";
import { evaluateNumber } from "./expression.ts";
import { print, printJson } from "./output.ts";

interface BenchArguments extends CodeFileArguments, ChannelArguments, EngineArguments, ReprocessArguments {
  readonly code: string;
  readonly decoder?: string;
  readonly iterations?: string;
  readonly frames?: string;
  readonly refills?: string;
  readonly seconds: string;
  readonly codeword?: CodewordSource;
  readonly json: boolean;
}

/** Where early termination is measured if no channel is named: many of the packaged codes work there. */
const DEFAULT_POINT = channelPoint("ebn0", 3);
/** And where with given syndromes. */
const SYNDROME_POINT = channelPoint("qber", 0.02);

const command: CommandModule<object, BenchArguments> = {
  command: "bench",
  describe: "measure throughput and latency, sampling to counters included",
  builder: (yargs) =>
    withReprocessOptions(withChannelOptions(withEngineOptions(withCodeFileOptions(yargs)), describeChannel))
      .option("code", { type: "string", requiresArg: true, demandOption: true, describe: "name or file of the code" })
      .option("decoder", { type: "string", requiresArg: true, describe: DECODER_HELP })
      .option("iterations", { type: "string", requiresArg: true, describe: "decoding iterations [10]" })
      .option("frames", {
        type: "string",
        requiresArg: true,
        describe: "frames in flight; tries powers of two if left out, with --reprocess up to what memory holds",
      })
      .option("refills", {
        type: "string",
        requiresArg: true,
        describe:
          "decoders over GF(q) with early termination: how many frames, on average, take a place of messages one after another; chosen by device, frames and iterations if left out",
      })
      .option("codeword", {
        choices: CODEWORD_SOURCES,
        requiresArg: true,
        describe: "words that are sent, as in simulate [random; syndrome with --columns information]",
      })
      .option("seconds", { type: "string", requiresArg: true, default: "0.5", describe: "time for each measurement" })
      .option("json", { type: "boolean", default: false, describe: "print JSON instead of tables" }),
  async handler(options) {
    const code = loadCode(options.code, loadOptions(options));
    const spec = chosenDecoder(code, options);
    const codeword = options.codeword ?? defaultWords(options);
    const point = await readChannelPoint(options, codeword === "syndrome" ? SYNDROME_POINT : DEFAULT_POINT);
    requireChannelPoint(point, code.matrix.field.q);
    const seconds = positive("--seconds", await evaluateNumber(options.seconds, "--seconds"));
    const frames = options.frames === undefined ? undefined : whole("--frames", options.frames);
    const refills = options.refills === undefined ? undefined : whole("--refills", options.refills);
    const engine = await openEngine(options);
    try {
      process.stderr.write(`${engineSentence(engine.info)}\n`);
      const jobOf = (decoder: DecoderSpec, inFlight: number) =>
        benchJob(engine, code, decoder, point, { frames: inFlight, refills, codeword });
      const plain = withoutReprocessing(spec);
      const jobs = {
        fixed: (inFlight: number) => jobOf({ ...plain, stop: "none" }, inFlight),
        early: (inFlight: number) => jobOf({ ...plain, stop: "syndrome" }, inFlight),
        ...(plain === spec ? {} : { reprocessing: (inFlight: number) => jobOf(spec, inFlight) }),
      };
      const report = await measure(engine, jobs, frames, seconds);
      const { p } = code.matrix.field;
      const sent = transmittedPositions(code).length;
      const subject = {
        ...{ device: engine.info, code: code.name, spec, decoder: decoderText(spec), channel: point },
        bitsPerFrame: sent * p,
        informationBitsPerFrame: (codeword === "syndrome" ? sent : Math.round(codeRate(code) * sent)) * p,
      };
      const json = benchReport(subject, report);
      if (options.json) printJson(json);
      else print(benchTables(json));
    } finally {
      await engine.close();
    }
  },
};

export default command;

function describeChannel({ parameter, help }: ChannelKind): string {
  const usual = [DEFAULT_POINT, SYNDROME_POINT].find((point) => point.parameter === parameter);
  const unless = usual === SYNDROME_POINT ? " with syndromes" : "";
  return `${help}, for early termination${usual === undefined ? "" : ` [${usual.value}${unless}]`}`;
}

function positive(option: string, value: number): number {
  const result = z.number().positive().safeParse(value);
  if (!result.success) throw new InputError(`${option} ${value}: give a number above 0`);
  return value;
}

function whole(option: string, text: string): number {
  const result = z.coerce.number().int().min(1).max(FRAMES_MAXIMUM).safeParse(text);
  if (!result.success) throw new InputError(`${option} ${text}: give a whole number from 1 to ${FRAMES_MAXIMUM}`);
  return result.data;
}
