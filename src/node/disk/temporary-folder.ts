import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { InputError } from "../../errors.ts";

/**
 * Makes a folder for temporary files.
 * @param prefix begin of its name.
 * @throws InputError if the system's folder for temporary files is missing or cannot be written.
 */
export async function temporaryFolder(prefix: string): Promise<string> {
  const parent = tmpdir();
  return mkdtemp(join(parent, prefix)).catch(({ code }: NodeJS.ErrnoException) => {
    throw new InputError(`no temporary files can be written there (${code}): set TMPDIR to a folder of yours`, {
      file: parent,
    });
  });
}
