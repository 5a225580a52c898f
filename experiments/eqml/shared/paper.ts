import { z } from "zod";
import type { Values } from "../../../src/cli/command-line/option.ts";
import { ENGINE_OPTIONS } from "../../../src/cli/options/decoder.ts";
import { decoderText, readDecoder } from "../../../src/decoder/decoder.ts";
import type { EngineInfo } from "../../../src/engine/engine.ts";
import { citation } from "../../../src/papers.ts";
import { decoder, measurement, output, SEED } from "../../shared/options.ts";
import { readTable } from "../../shared/tables.ts";

/** The stages of Tables 5 and 6. */
export const STAGES = 3;
/**
 * Eb/N0 of Table 4, which the paper does not give: with 3 stages its CPU takes 1508.75 s there, and by Table 5 2343.02 s at
 * 1 dB and 1061.04 s at 1.5 dB.
 */
export const TABLE_4_EBN0 = 1.25;

const SECONDS = z.number().positive();
const TIMES = { cpu: SECONDS, gpu: SECONDS };
const OF_SNR = z.strictObject({
  code: z.string(),
  stages: z.literal(STAGES),
  rows: z.array(z.strictObject({ snr: z.number(), ...TIMES })),
});

/**
 * Tables 2 to 6 of Kong et al. (2020): seconds for a number of frames that the paper does not give. SNR in dB, taken to
 * be Eb/N0.
 */
export const PAPER = {
  ...readTable(
    "eqml-tables",
    z.object({
      gpu: z.string(),
      table2: z.strictObject({
        ...{ code: z.string(), snr: z.number(), iterations: z.int() },
        ...{ cpu: SECONDS, compact: SECONDS, flat: SECONDS },
      }),
      table3: z.strictObject({ code: z.string(), cpu: SECONDS, direct: SECONDS, rearranged: SECONDS }),
      table4: z.strictObject({ code: z.string(), rows: z.array(z.strictObject({ stages: z.int(), ...TIMES })) }),
      table5: OF_SNR,
      table6: OF_SNR,
    }),
  ),
  source: citation("eqml"),
};

/** The decoder of a test, and of the first run: the paper's sum-product, with the iterations of its Table 2. */
const DECODER = "sum-product iterations=30";

export const EQML_DECODER_OPTIONS = {
  decoder: decoder.text("decoder of the first run and of the tests, without reprocessing", DECODER, DECODER),
  alpha: decoder.number("LLR of a saturated bit", "20", { unset: "the decoder's default" }, { placeholder: "LLR" }),
} as const;

const IN_FLIGHT = measurement.count("frames of a run, cut to the device's maximum", "4096", {
  unset: "16384; 128 on a software device",
});

/** The options of the experiments of Kong et al. (2020) that measure cells into a file. */
export function eqmlOptions(name: string) {
  return {
    ...EQML_DECODER_OPTIONS,
    seed: SEED,
    "in-flight": IN_FLIGHT,
    // 200 frame errors at a FER of 1e-5.
    frames: measurement.count("most frames of a decoder at a point", "2^20", 2e7),
    out: output.text("JSON file to write; its measurements are not repeated", `runs/${name}.json`, `runs/${name}.json`),
    from: output.text("such a file to print; nothing is measured", `runs/${name}.json`),
    ...ENGINE_OPTIONS,
  } as const;
}

export type EqmlArguments = Values<ReturnType<typeof eqmlOptions>>;

/** The options that select a decoder. */
export type EqmlDecoder = Pick<EqmlArguments, "decoder" | "alpha">;

/** Whether an experiment of Kong et al. (2020) only prints a file. */
export const FROM_FILE = ({ from }: { readonly from?: string }) => from !== undefined;

/** The decoder with `stages` stages of EQML, or of another rule, around it, in canonical words. */
export function stagesDecoder({ decoder: own, alpha }: EqmlDecoder, stages: number, rule = "eqml"): string {
  const words = `reprocess=${rule} stages=${stages}${alpha === undefined ? "" : ` alpha=${alpha}`}`;
  return decoderText(readDecoder(stages === 0 ? own : `${own} ${words}`));
}

/** Frames of a run: enough for any device; on a software device a run should not take minutes. */
export function eqmlInFlight({ software, engine }: EngineInfo): number {
  return software || engine === "cpu" ? 128 : 16_384;
}
