/** Number of changed files that a test of damaged files reads. MUTATIONS=100000 makes it longer. */
export const MUTATIONS = Number((globalThis as { process?: NodeJS.Process }).process?.env?.MUTATIONS ?? 2000);
