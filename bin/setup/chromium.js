// Finds an installed Chromium or Chrome: for the tests in a browser, the pictures of the notebooks, setup-adapter.js, and figures as PDF.
import { accessSync, constants, statSync } from "node:fs";
import { delimiter, join } from "node:path";

/** Names of Chromium and its relatives on PATH, in the order of the search. */
const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];

/** Their paths on a Mac, outside of PATH. */
const MAC_PATHS = [
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** @param {NodeJS.ProcessEnv} environment @returns {string | undefined} */
export function findChromium(environment = process.env) {
  // A name that is no program hides the installed ones.
  if (environment.CHROMIUM) return isExecutable(environment.CHROMIUM) ? environment.CHROMIUM : undefined;
  const folders = (environment.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
  const onPath = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...onPath, ...(process.platform === "darwin" ? MAC_PATHS : [])].find(isExecutable);
}

/** @param {NodeJS.ProcessEnv} environment @returns {string} */
export function chromiumRemedy({ CHROMIUM } = process.env) {
  return CHROMIUM
    ? `CHROMIUM=${CHROMIUM} is no program that can be run`
    : "install Chromium or Chrome, or name it in CHROMIUM";
}

/** Flags that keep a headless Chromium off the network and out of the user's profile. */
export const HEADLESS_FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-quic",
  "--no-first-run",
  "--no-default-browser-check",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
