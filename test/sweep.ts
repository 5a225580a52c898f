import { describe, inject, it } from "vitest";
import { MODES, type ModeName } from "./setup/modes.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The mode that vitest.config.ts provides, in Node and in the browser. */
    readonly mode: ModeName | undefined;
  }
}

const told = inject("mode");
if (told === undefined) throw new Error("vitest.config.ts does not say which mode the tests run in");
const { wholeSweeps, everyShape } = MODES[told];

/** Whether all tests run, including the long ones: `npm run test:all` (vitest run --mode all). */
export const ALL: boolean = wholeSweeps;

/** Whether this is a page of a browser. */
export const IN_BROWSER = typeof document !== "undefined";

/**
 * The cases of a sweep that run: all of them with `npm run test:all`, and every `step`-th from the first on with `npm test`.
 * @param inBrowser in a browser only every n-th case runs, because SwiftShader compiles a case for seconds and Node tries them all.
 * @example it.each(sweep([2, 4, 8, 16, 32], 2))("over GF(%i)", …) // 2, 8 and 32 in npm test
 */
export function sweep<T>(cases: readonly T[], step: number, inBrowser = 1): T[] {
  const everywhere = wholeSweeps ? 1 : step;
  const taken = IN_BROWSER && !everyShape ? Math.max(everywhere, inBrowser) : everywhere;
  return cases.filter((_, i) => i % taken === 0);
}

/**
 * The cases of a test that takes too long with all of them: `every` with `npm run test:exhaustive`, otherwise `few`.
 * @example widened({ few: [4, 32], every: [4, 8, 16, 32, 64, 128, 256] })
 */
export function widened<T>({ few, every }: { readonly few: readonly T[]; readonly every: readonly T[] }): readonly T[] {
  return everyShape ? every : few;
}

/** Like `describe`, for tests that only `npm run test:all` runs. */
export function describeLong(name: string, tests: () => void): void {
  if (ALL) describe(name, tests);
}

/** Like `it`, for a test that only `npm run test:all` runs. */
export function itLong(name: string, test: () => void | Promise<void>): void {
  if (ALL) it(name, test);
}
