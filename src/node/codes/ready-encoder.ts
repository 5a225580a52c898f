import { type ChannelFamily, channelKind } from "../../channel/channels.ts";
import type { Code } from "../../code/code.ts";
import { isDenseTooLarge } from "../../code/elimination/elimination.ts";
import { prepareEncoder } from "../../code/encoder.ts";
import { InputError } from "../../errors.ts";
import type { CodewordSource } from "../../source/word-source.ts";
import { encoderFiles } from "./encoder-files.ts";

export interface ReadyOptions {
  /** Ends the work between two steps. */
  readonly signal?: AbortSignal;
  /** Called with the progress if the work takes more than a second. */
  readonly say?: (text: string) => void;
}

/** Seconds until the first report of progress, and between two reports. */
const SAY_SECONDS = [1, 5];

/**
 * Makes the encoder of a code, or finds the positions of its information, or reads either from the user's cache folder.
 * @throws InputError as `codeEncoder`; the signal's reason once it is aborted.
 */
export async function readyEncoder(
  code: Code,
  wanted: "encoder" | "information",
  { signal, say = () => {} }: ReadyOptions = {},
): Promise<void> {
  const { rows, columns } = code.matrix;
  let [next] = SAY_SECONDS;
  await prepareEncoder(code, wanted, {
    signal,
    store: encoderFiles(say),
    onProgress(share, seconds) {
      if (seconds < next) return;
      next = seconds + SAY_SECONDS[1];
      const what = wanted === "encoder" ? "encoder" : "information symbols";
      say(`${code.name}: ${what} by Gaussian elimination of ${rows} × ${columns}, ${Math.round(100 * share)} %`);
    },
  });
}

/**
 * Prepares the parts of the code that a simulation's words and channel need and that may take long: no generator if no
 * codeword is encoded.
 * @throws InputError and the signal's reason as `readyEncoder`.
 */
export async function readyWords(
  code: Code,
  codeword: CodewordSource,
  channel: ChannelFamily,
  options: ReadyOptions = {},
): Promise<void> {
  const needsRate = channelKind(channel).needsRate === true;
  if (codeword === "syndrome" && !needsRate) return;
  if (code.parity === undefined && isDenseTooLarge(code.matrix)) {
    const { rows, columns } = code.matrix;
    const remedies = [
      ...(codeword === "syndrome" ? [] : ["--codeword syndrome"]),
      ...(needsRate ? ["--snr-db in place of --ebn0"] : []),
    ];
    throw new InputError(
      `${code.name}: its matrix of ${rows} × ${columns} is too large for the elimination that finds its dimension and encoder; ` +
        `a simulation needs neither with ${remedies.join(" and ")}`,
    );
  }
  await readyEncoder(code, codeword === "random" ? "encoder" : "information", options);
}
