/**
 * The path of an installed Chromium or Chrome: the one that the CHROMIUM variable names, else the first one on PATH.
 * @returns undefined if there is none, or CHROMIUM names no program.
 */
export function findChromium(environment?: NodeJS.ProcessEnv): string | undefined;

/** What to do if there is none. */
export function chromiumRemedy(environment?: NodeJS.ProcessEnv): string;

/** Flags that keep a headless Chromium off the network and out of the user's profile. */
export const HEADLESS_FLAGS: readonly string[];
