import { closeSync, existsSync, openSync } from "node:fs";
import { join } from "node:path";
import { pause } from "../program.ts";

/** The file that racers wait for. */
export const START = "start";

/**
 * Creates files that other processes create at the same time, as soon as the start is given.
 * @returns the number of files that this process was the first to create.
 */
export function racedCreates(folder: string, files: number): number {
  while (!existsSync(join(folder, START))) pause(1);
  let won = 0;
  for (let i = 0; i < files; i++) {
    try {
      closeSync(openSync(join(folder, `file-${i}`), "wx"));
      won++;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
  return won;
}
