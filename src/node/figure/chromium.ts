import { accessSync, constants, statSync } from "node:fs";
import { delimiter, join } from "node:path";
import { InputError } from "../../errors.ts";

/** The names that Chromium and its kin go by on PATH, in the order in which they are tried. */
const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];

/** Where a Mac keeps them: outside PATH. */
const MAC_PATHS = [
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/**
 * The path of an installed Chromium or Chrome: what the CHROMIUM variable names, else the first one on PATH.
 * @returns undefined where there is none.
 * @throws InputError if CHROMIUM names something that cannot be run.
 */
export function findChromium(environment: NodeJS.ProcessEnv = process.env): string | undefined {
  const named = environment.CHROMIUM;
  if (named) {
    if (!isExecutable(named))
      throw new InputError(`CHROMIUM=${named} is no program that can be run; correct or unset it`);
    return named;
  }
  const folders = (environment.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
  const onPath = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...onPath, ...(process.platform === "darwin" ? MAC_PATHS : [])].find(isExecutable);
}

/** Flags that keep a headless Chromium off the network and out of the user's profile. */
export const HEADLESS_FLAGS: readonly string[] = [
  "--headless",
  "--no-sandbox",
  "--disable-quic",
  "--no-first-run",
  "--no-default-browser-check",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
