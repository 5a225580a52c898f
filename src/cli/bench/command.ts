import { FRAMES_MAXIMUM } from "../../../wgsl/common/workgroup-slot.ts";
import { channelPoint } from "../../channel/channels.ts";
import { DEFAULT_GENERATOR } from "../../channel/random/generators.ts";
import { codeRate, meanSent } from "../../code/rate-matching.ts";
import { decoderText, withStop } from "../../decoder/decoder.ts";
import { withoutReprocessing } from "../../decoder/reprocess/options.ts";
import { isShotDecoder } from "../../decoder/shots/rules.ts";
import type { DecoderSpec } from "../../decoder/spec.ts";
import { loadCode } from "../../node/codes/codes.ts";
import { readyWords } from "../../node/codes/ready-encoder.ts";
import { engineSentence } from "../../node/engine/engines.ts";
import { benchJob } from "../../simulation/bench/bench-job.ts";
import { defineCommand } from "../command-line/command.ts";
import { duration } from "../command-line/duration.ts";
import { flag, number } from "../command-line/option.ts";
import {
  CHANNEL_OPTIONS,
  channelOptions,
  chosenModulation,
  onePoint,
  ownPoint,
  requireChannelPoint,
  withChannelWords,
} from "../options/channel.ts";
import {
  CODE_FILE_OPTIONS,
  CODE_OPTION,
  CODEWORD_OPTION,
  defaultWords,
  loadOptions,
  MODEL_OPTIONS,
  withModel,
} from "../options/code.ts";
import { chosenDecoder, DECODER_OPTIONS } from "../options/decoder.ts";
import { ENGINE_OPTIONS, openChosenEngine } from "../options/engine.ts";
import { UNSENT_OPTIONS } from "../options/positions.ts";
import { randomOption } from "../options/random.ts";
import { TRANSPORT_OPTIONS } from "../options/transport.ts";
import { printJson, printText, tell } from "../output.ts";
import { measure } from "./measure.ts";
import { benchReport, benchTables } from "./report.ts";

/** Channel point for early termination if no channel is named. Many of the built-in codes work at it. */
const DEFAULT_POINT = channelPoint("ebn0", 3);
/** Channel point for early termination with given syndromes. */
const SYNDROME_POINT = channelPoint("qber", 0.02);

/** An option for a number of frames in flight. */
function inFlight(describe: string, noun: string, defaultText: string) {
  const bounds = { noun, whole: true, minimum: 1, maximum: FRAMES_MAXIMUM };
  return number({ group: "Measurement", describe, example: "4096", defaultText, ...bounds });
}

export default defineCommand({
  options: {
    code: CODE_OPTION,
    ...MODEL_OPTIONS,
    ...UNSENT_OPTIONS,
    ...TRANSPORT_OPTIONS,
    ...DECODER_OPTIONS,
    frames: inFlight(
      "frames in flight",
      "the number of frames in flight",
      "the fastest power of two; with --reprocess up to the limit of memory",
    ),
    refills: {
      ...inFlight(
        "decoders over GF(q) with early termination: frames that use a slot one after another, on average",
        "the number of frames for each slot",
        "by device, frames and iterations",
      ),
      seldom: true,
    },
    seconds: duration({
      group: "Measurement",
      describe: "time for each measurement, in seconds or with a unit",
      example: "2",
      noun: "the time in seconds",
      defaultText: "0.5",
    }),
    ...channelOptions(({ help, parameter }) => {
      const usual = [DEFAULT_POINT, SYNDROME_POINT].find((point) => point.parameter === parameter);
      const unless = usual === SYNDROME_POINT ? " with syndromes" : "";
      return {
        describe: `${help}, for early termination`,
        defaultText: usual === undefined ? undefined : `${usual.value}${unless}`,
      };
    }),
    ...CHANNEL_OPTIONS,
    codeword: CODEWORD_OPTION,
    random: randomOption(DEFAULT_GENERATOR),
    json: flag({ group: "Output", describe: "print JSON instead of tables" }),
    ...ENGINE_OPTIONS,
    ...CODE_FILE_OPTIONS,
  },
  about: ["The measurement covers a whole simulation, from drawing the noise to counting the errors."],
  examples: [
    { line: "ldpc bench --code nb620-gf32", does: "the default decoder of a built-in code" },
    {
      line: "ldpc bench --code wimax-2304-1152 --decoder 'min-sum schedule=layered' --iterations 20 --frames 16384",
      does: "layered min-sum with 20 iterations and 16384 frames in flight",
    },
  ],
  complete: (given, options) => withChannelWords(withModel(given), options),
  async run(options) {
    const code = loadCode(options.code, loadOptions(options));
    const spec = chosenDecoder(code, options);
    const codeword = options.codeword ?? defaultWords(code, options);
    const usual = codeword === "syndrome" ? SYNDROME_POINT : DEFAULT_POINT;
    const unmodulated = onePoint(options, () => (code.model === undefined ? usual : ownPoint(code.model)));
    const modulation = chosenModulation(options, unmodulated, code);
    const point = { ...unmodulated, ...(modulation && { modulation }) };
    requireChannelPoint(point, code.matrix.field.q);
    const { seconds = 0.5, frames, refills, random: generator } = options;
    await readyWords(code, codeword, point, { say: tell });
    const engine = await openChosenEngine(options);
    try {
      tell(engineSentence(engine.info));
      const jobOf = (decoder: DecoderSpec, inFlight: number) =>
        benchJob(engine, code, decoder, point, { frames: inFlight, refills, codeword, generator });
      const plain = withoutReprocessing(spec);
      const jobs = {
        iterations: spec.iterations,
        // Whole shots have no fixed number of iterations: a shot is replaced when it ends.
        fixed: (inFlight: number) => jobOf(isShotDecoder(spec) ? plain : withStop(plain, "none"), inFlight),
        early: (inFlight: number) => jobOf(withStop(plain, "syndrome"), inFlight),
        ...(plain === spec ? {} : { reprocessing: (inFlight: number) => jobOf(spec, inFlight) }),
      };
      const report = await measure(engine, jobs, frames, seconds);
      const { p } = code.matrix.field;
      const sent = meanSent(code);
      const subject = {
        device: engine.info,
        code: code.name,
        spec,
        decoder: decoderText(spec),
        channel: point,
        bitsPerFrame: sent * p,
        informationBitsPerFrame: (codeword === "syndrome" ? sent : Math.round(codeRate(code) * sent)) * p,
      };
      const json = benchReport(subject, report);
      if (options.json) printJson(json);
      else printText(benchTables(json, process.stdout.columns));
    } finally {
      await engine.close();
    }
  },
});
