/**
 * The path of an installed Chromium or Chrome: from the CHROMIUM variable, or else the first on PATH.
 * @returns undefined if none is installed, or CHROMIUM names no program.
 */
export function findChromium(environment?: NodeJS.ProcessEnv): string | undefined;

/** The remedy for a missing Chromium. */
export function chromiumRemedy(environment?: NodeJS.ProcessEnv): string;

/** Flags that keep a headless Chromium off the network and out of the user's profile. */
export const HEADLESS_FLAGS: readonly string[];
