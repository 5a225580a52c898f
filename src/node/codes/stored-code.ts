import { existsSync } from "node:fs";
import { z } from "zod";
import type { Code } from "../../code/code.ts";
import { codeHash } from "../../code/hash.ts";
import { positionsOf, positionsText } from "../../code/positions.ts";
import { InputError } from "../../errors.ts";
import { printable } from "../../printable.ts";
import { LOAD_OPTIONS, type LoadOptions, loadCode } from "./codes.ts";

/** The options with which a code was read, in the form of run.json: positions are lists such as `0-15,40`. */
export const STORED_OPTIONS = LOAD_OPTIONS.omit({ puncture: true, shorten: true })
  .extend({ puncture: z.string().optional(), shorten: z.string().optional() })
  .strict();

type StoredOptions = Readonly<z.infer<typeof STORED_OPTIONS>>;

/** A code as run.json holds it. */
interface StoredCode {
  /** The user's argument: a name or a file. */
  readonly given: string;
  readonly options?: StoredOptions;
  readonly hash: string;
}

/** The options to store, as a member of `StoredCode`; none if all are left out. */
export function storedOptions({ puncture, shorten, ...others }: LoadOptions): Pick<StoredCode, "options"> {
  const all = {
    ...others,
    puncture: puncture && positionsText(puncture),
    shorten: shorten && positionsText(shorten),
  };
  const said = Object.entries(all).filter(([, value]) => value !== undefined);
  return said.length === 0 ? {} : { options: Object.fromEntries(said) };
}

/** @throws InputError if a run's code is of a file that is not there. Names of built-in codes have neither a dot nor a slash. */
export function requireCodeFile({ given }: StoredCode, folder: string): void {
  if (!/[./\\]/.test(given) || existsSync(given)) return;
  const message = `the file of the run's code, ${printable(given)}, is not there: name the file by --code`;
  throw new InputError(message, { file: folder });
}

/**
 * The code of a run, read again.
 * @param folder of the run, for messages.
 * @param elsewhere a name or a file in place of the stored one.
 * @throws InputError if the code no longer exists or has changed.
 */
export function loadStoredCode({ given, options = {}, hash }: StoredCode, folder: string, elsewhere = given): Code {
  const { puncture, shorten, ...others } = options;
  const code = loadCode(elsewhere, { ...others, puncture: positions(puncture), shorten: positions(shorten) });
  if (codeHash(code.matrix, code) === hash) return code;
  throw new InputError(`"${elsewhere}" is not the code of this run: name its file with --code`, { file: folder });
}

function positions(text: string | undefined): readonly number[] | undefined {
  return text === undefined
    ? undefined
    : positionsOf(text, (part) => new InputError(`"${part}" in run.json is no position`));
}
