import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { InputError } from "../errors.ts";
import { isAlive } from "./claims.ts";
import { diskError } from "./disk.ts";

/**
 * Makes a folder, if need be, this process's own, so that no two write the same files. What a process that is gone has left
 * behind does not count.
 * @returns gives the folder back; the end of the process does so too.
 * @throws InputError if another process has it, or it cannot be made.
 */
export function lockFolder(folder: string): () => void {
  const path = join(folder, "lock");
  const owner = `${process.pid} ${hostname()}\n`;
  try {
    mkdirSync(folder, { recursive: true });
    for (let attempts = 0; !tryWrite(path, owner); attempts++) {
      const [pid, host] = readFileSync(path, "utf8").trim().split(" ");
      if (host !== hostname() || isAlive(Number(pid)) || attempts > 0) {
        throw new InputError(
          `process ${pid} of ${host} works in this folder: wait for its end, choose another --out, or remove the file lock if it is gone`,
          { file: folder },
        );
      }
      rmSync(path, { force: true });
    }
  } catch (error) {
    throw diskError(error, folder);
  }
  const release = () => {
    process.off("exit", release);
    rmSync(path, { force: true });
  };
  process.on("exit", release);
  return release;
}

function tryWrite(path: string, content: string): boolean {
  try {
    writeFileSync(path, content, { flag: "wx" });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}
