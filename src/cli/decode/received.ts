import { channelFamily } from "../../channel/channels.ts";
import type { Modulated } from "../../channel/modulation/modulated.ts";
import type { Code } from "../../code/code.ts";
import { kebab } from "../command-line/case.ts";
import { UsageError } from "../command-line/usage-error.ts";
import { chosenModulation, LABEL_OPTIONS } from "../options/channel.ts";
import type { DecodeArguments } from "./options.ts";

/** Options that received points exclude, because the modulation determines them. */
const OF_LLRS = ["llr", "llrType", "llrSign", "transmitted"] as const;
const LABEL_WORDS = Object.keys(LABEL_OPTIONS) as (keyof typeof LABEL_OPTIONS)[];

/** @throws UsageError unless the options describe either LLRs or received points. */
export function checkInput(options: DecodeArguments): void {
  const { input, received, gains, esn0, raw, modulation, transport } = options;
  if (input === undefined && received === undefined) {
    throw new UsageError("no LLRs: give --input llr.npy, or received points as --received FILE");
  }
  if (input !== undefined && received !== undefined) {
    throw new UsageError("--input and --received both name the frames: leave one of them out");
  }
  if (received === undefined) {
    const isGiven = (word: (typeof LABEL_WORDS)[number]) => options[word] !== undefined && options[word] !== "bpsk";
    // The modulation orders the bits of a transport block.
    const words = transport === undefined ? LABEL_WORDS : LABEL_WORDS.filter((word) => word !== "modulation");
    const wrong = gains !== undefined ? "gains" : esn0 === undefined ? words.find(isGiven) : "esn0";
    if (wrong !== undefined) throw new UsageError(`--${wrong} belongs to --received: LLRs have no modulation any more`);
    return;
  }
  const wrong = raw ? "raw" : OF_LLRS.find((word) => options[word] !== undefined);
  if (wrong !== undefined)
    throw new UsageError(`--${kebab(wrong)} belongs to --input: the modulation says what points hold`);
  if (esn0 === undefined) {
    const of = typeof modulation === "string" ? modulation : modulation.name;
    throw new UsageError(`--received needs the noise: give --esn0 in dB, for points of ${of} with mean energy 1`);
  }
}

/** Modulation and noise of received points. @throws UsageError and InputError as `chosenModulation`. */
export function receiverOf(
  options: DecodeArguments,
  code: Code,
): { readonly modulation: Modulated; readonly esn0: number; readonly gains?: string } {
  const { modulation: points, labeling, demapper, interleaver } = options;
  const chosen = chosenModulation({ modulation: points, labeling, demapper, interleaver }, channelFamily("esn0"), code);
  const modulation: Modulated = chosen ?? { name: "bpsk", labeling: "gray", demapper: "log-map" };
  return { modulation, esn0: options.esn0!, ...(options.gains === undefined ? {} : { gains: options.gains }) };
}
