/** How many changed files a test of damage reads: MUTATIONS=100000 for a long look. */
export const MUTATIONS = Number((globalThis as { process?: NodeJS.Process }).process?.env?.MUTATIONS ?? 2000);
