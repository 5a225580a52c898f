import { readFileSync } from "node:fs";
import { InputError } from "../../src/errors.ts";

/**
 * The JSON of a file that an experiment wrote.
 * @param experiment its name, for errors.
 * @throws InputError if the file cannot be read or is no JSON.
 */
export function storedJson(experiment: string, file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const reason = code === "ENOENT" ? `there is no such file; ldpc experiment ${experiment} writes one` : message;
    throw new InputError(`cannot be read: ${reason}`, { file });
  }
}
