import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { InputError } from "../errors.ts";
import { GIVEN_CHARACTERS, type GivenText } from "../gpu/part.ts";
import type { DecoderOption } from "./option.ts";

/** Most characters of all texts that a process keeps. */
const KEPT_CHARACTERS = 2 ** 28;

/** The texts by their SHA-256. A hash means one text, so who gave a text does not matter but for the file in messages. */
const texts = new Map<string, GivenText>();
let kept = 0;

/**
 * Makes the text of a file known to decoders, whose specs have its SHA-256.
 * @param file for messages.
 * @returns 64 hexadecimal digits: of equal texts the same.
 */
export function giveText(text: string, file?: string): string {
  if (text.length > GIVEN_CHARACTERS) {
    throw new InputError(`has ${text.length} characters: files of decoders have ${GIVEN_CHARACTERS} at most`, { file });
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are looked for.
  if (/[\x00-\x08\x0b\x0c\x0e-\x1f]/.test(text))
    throw new InputError("is no text: it has control characters", { file });
  const hash = bytesToHex(sha256(utf8ToBytes(text)));
  const known = texts.get(hash);
  if (known !== undefined) {
    // Messages name the file that was given last.
    if (file !== undefined && file !== known.file) texts.set(hash, { text, file });
    return hash;
  }
  kept += text.length;
  for (const [oldest, { text }] of texts) {
    if (kept <= KEPT_CHARACTERS) break;
    texts.delete(oldest);
    kept -= text.length;
  }
  texts.set(hash, { text, file: file ?? "the decoder's file" });
  return hash;
}

/** The text of a hash, and the file's name for messages. @throws InputError if the process was not given the text. */
export function givenFile(hash: string): GivenText {
  const text = texts.get(hash);
  if (text !== undefined) return text;
  throw new InputError(
    `the text of the decoder's file with the SHA-256 ${hash} is not given: name the file again, or the run's folder`,
  );
}

/** The texts that the words of a canonical spec name, by their hashes. @throws InputError as `givenFile`. */
export function textsOf(decoder: string): Readonly<Record<string, string>> {
  const hashes = [...decoder.matchAll(/=([0-9a-f]{64})(?= |$)/g)].map(([, hash]) => hash);
  return Object.fromEntries(hashes.map((hash) => [hash, givenFile(hash).text]));
}

/** The option of a file: `none`, or the SHA-256 of its text. @param wanted the file's content. */
export function fileOption(wanted: string, description: string) {
  return {
    default: "none",
    isFile: true,
    text: { form: /^(?:none|[0-9a-f]{64})$/, wanted: `none, or the name of a file of ${wanted}` },
    description,
  } satisfies DecoderOption;
}

/** The text of a file by its name, as a spec has it. */
export type FileText = (name: string) => string;
