/** See bin/node-bundle.js. */
export const DOORS: readonly string[];

/** See bin/node-bundle.js. */
export const PROGRAMS: readonly string[];

/** See bin/node-bundle.js. */
export function bundleForNode(entries: readonly string[]): Promise<{ readonly path: string; readonly code: string }[]>;
