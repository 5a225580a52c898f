import { type ChannelFamily, channelKind } from "../../channel/channels.ts";
import type { Code } from "../../code/code.ts";
import { isDenseTooLarge } from "../../code/elimination/elimination.ts";
import {
  type EncoderStore,
  encoderFromParts,
  planeWords,
  prepareEncoder,
  type SystematicEncoder,
} from "../../code/encoder.ts";
import { codeHash } from "../../code/hash.ts";
import type { ParityCheckMatrix } from "../../code/parity-check-matrix.ts";
import { InputError } from "../../errors.ts";
import { type CodewordSource, hasSyndrome } from "../../source/word-source.ts";
import { CacheFiles, cacheFolder } from "../disk/cache-files.ts";

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
 */
export async function readyWords(
  code: Code,
  codeword: CodewordSource,
  channel: ChannelFamily,
  options: ReadyOptions = {},
): Promise<void> {
  const needsRate = channelKind(channel).needsRate === true;
  if (hasSyndrome(codeword) && !needsRate) return;
  if (code.parity === undefined && isDenseTooLarge(code.matrix)) {
    const { rows, columns } = code.matrix;
    const remedies = [
      ...(hasSyndrome(codeword) ? [] : ["--codeword syndrome"]),
      ...(needsRate ? ["--snr-db in place of --ebn0"] : []),
    ];
    throw new InputError(
      `${code.name}: its matrix of ${rows} × ${columns} is too large for the elimination that finds its dimension and encoder; ` +
        `a simulation needs neither with ${remedies.join(" and ")}`,
    );
  }
  await readyEncoder(code, codeword === "random" ? "encoder" : "information", options);
}

/** Encoders that took less time are not stored. */
const SECONDS_WORTH_KEEPING = 0.2;
/** N and rank. */
const SIZES_BYTES = 8;

/**
 * Encoders found by elimination, a file each in the user's cache folder, named by the hash of the matrix. A file is
 * used only if its size, its SHA-256 and its code's hash are right, and its words satisfy every check. Words are in the machine's byte
 * order, since a file never leaves the machine.
 * @param say called for a file that is invalid or cannot be written: the encoder is then made anew.
 */
export function encoderFiles(say: (text: string) => void, folder: string = cacheFolder("encoders")): EncoderStore {
  const files = new CacheFiles({
    result: "the encoder",
    magic: "gfq-ldpc encoder 1\n\0",
    limit: 2 ** 29,
    say,
    folder,
  });
  return {
    load: (matrix) => files.load(codeHash(matrix), (body) => readEncoder(body, matrix)),
    keep(matrix, encoder, seconds) {
      if (seconds < SECONDS_WORTH_KEEPING) return;
      files.keep(codeHash(matrix), bodyOf(encoder));
    },
  };
}

/** @returns undefined if the body is not that of an encoder of the matrix. */
function readEncoder(body: Uint8Array, matrix: ParityCheckMatrix): SystematicEncoder | undefined {
  if (body.length < SIZES_BYTES) return undefined;
  const [n, rank] = new Uint32Array(body.slice(0, SIZES_BYTES).buffer);
  if (n !== matrix.columns || rank > Math.min(n, matrix.rows)) return undefined;
  const words = rank + planeWords({ field: matrix.field, k: n - rank, rank });
  // Compared before any allocation of that size.
  if (body.length !== SIZES_BYTES + 4 * words) return undefined;
  const numbers = new Uint32Array(body.slice(SIZES_BYTES).buffer);
  return encoderFromParts(matrix, numbers.slice(0, rank), numbers.slice(rank));
}

function bodyOf({ n, rank, parityPositions, planes }: SystematicEncoder): Uint8Array[] {
  return [Uint32Array.of(n, rank), parityPositions, planes].map(
    ({ buffer, byteOffset, byteLength }) => new Uint8Array(buffer, byteOffset, byteLength),
  );
}
