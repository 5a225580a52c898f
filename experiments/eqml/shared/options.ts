import { flag, number, text, type Values } from "../../../src/cli/command-line/option.ts";
import { ENGINE_OPTIONS } from "../../../src/cli/options/decoder.ts";
import { SEED } from "../../shared/options.ts";

/** 200 frame errors at a FER of 1e-5. */
const EQML_FRAMES = 2e7;

/** The decoder of a test, and of the first run: the paper's sum-product, with the iterations of its Table 2. */
const DECODER = "sum-product iterations=30";

/** The options that select a decoder. */
export const EQML_DECODER_OPTIONS = {
  decoder: text({
    group: "Decoder",
    placeholder: "DECODER",
    describe: "decoder of the first run and of the tests, without reprocessing",
    example: DECODER,
    default: DECODER,
  }),
  alpha: number({
    group: "Decoder",
    placeholder: "LLR",
    describe: "LLR of a saturated bit",
    example: "20",
    defaultText: "the decoder's default",
  }),
} as const;

/** The options of the experiments of Kong et al. (2020) that measure cells into a file. */
export function eqmlOptions(name: string) {
  return {
    ...EQML_DECODER_OPTIONS,
    seed: SEED,
    "in-flight": number({
      group: "Measurement",
      describe: "frames of a run, cut to the device's maximum",
      example: "4096",
      defaultText: "16384; 128 on a software device",
    }),
    frames: number({
      group: "Measurement",
      describe: "most frames of a decoder at a point",
      example: "2^20",
      default: EQML_FRAMES,
    }),
    out: text({
      group: "Output",
      placeholder: "FILE",
      describe: "JSON file to write; its measurements are not repeated",
      example: `runs/${name}.json`,
      default: `runs/${name}.json`,
    }),
    from: text({
      group: "Output",
      placeholder: "FILE",
      describe: "such a file to print; nothing is measured",
      example: `runs/${name}.json`,
    }),
    markdown: flag({ group: "Output", describe: "print the tables for a page of doc/" }),
    ...ENGINE_OPTIONS,
  } as const;
}

/** Values of `eqmlOptions`. */
export type EqmlArguments = Values<ReturnType<typeof eqmlOptions>>;

/** Whether an experiment of Kong et al. (2020) only prints a file. */
export const FROM_FILE = ({ from }: { readonly from?: string }) => from !== undefined;
