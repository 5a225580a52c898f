import { describe, inject, it } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    /** Told by vitest.config.ts, in Node and in the browser. */
    readonly allTests: boolean | undefined;
  }
}

const told = inject("allTests");
if (told === undefined) throw new Error("vitest.config.ts does not say whether all tests run");

/** Whether all tests run, the long ones too: `npm run test:all` (vitest run --mode all). */
export const ALL: boolean = told;

/**
 * The cases of a sweep that run: all of them with `npm run test:all`, every `step`-th from the first on with `npm test`.
 * @example it.each(sweep([2, 4, 8, 16, 32], 2))("over GF(%i)", …) // 2, 8 and 32 in npm test
 */
export function sweep<T>(cases: readonly T[], step: number): T[] {
  return cases.filter((_, i) => ALL || i % step === 0);
}

/** As `describe`, of tests that only `npm run test:all` runs. */
export function describeLong(name: string, tests: () => void): void {
  if (ALL) describe(name, tests);
}

/** As `it`, of a test that only `npm run test:all` runs. */
export function itLong(name: string, test: () => void | Promise<void>): void {
  if (ALL) it(name, test);
}
