import { describe, inject, it } from "vitest";
import { type Cases, casesThatRun, nestedThatRun, type Widened } from "./setup/cases.ts";
import { MODES, type ModeName } from "./setup/modes.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The mode that vitest.config.ts provides, in Node and in the browser. */
    readonly mode: ModeName | undefined;
    /** Whether tests run in a browser too. */
    readonly hasBrowser: boolean | undefined;
  }
}

const told = inject("mode");
if (told === undefined) throw new Error("vitest.config.ts does not say which mode the tests run in");
const { extent } = MODES[told];

/** Whether this is `npm run test:all` or `npm run test:exhaustive`. */
export const ALL: boolean = extent !== "part";

/** Whether this is a page of a browser. */
export const IN_BROWSER = typeof document !== "undefined";

/**
 * Whether Node leaves cases of a software device to the browser, where a test says so: always in the exhaustive mode, if there is a browser,
 * and in CI, whose parts without a browser leave them to another part.
 */
export const LEFT_TO_BROWSER: boolean =
  !IN_BROWSER && (extent === "rest" ? inject("hasBrowser") === true : extent === "ci" && Boolean(process.env.CI));

const here = { extent, isBrowser: IN_BROWSER };

/**
 * The cases of a sweep that run: all of them with `npm run test:all`, and every `step`-th from the first on with `npm test`.
 * @param cases with `few` and `every` as in `widened`.
 * @param inBrowser in a browser only every n-th case runs, because SwiftShader compiles a case for seconds and Node tries them all.
 * @example it.each(sweep([2, 4, 8, 16, 32], 2))("over GF(%i)", …) // 2, 8 and 32 in npm test
 */
export function sweep<T>(cases: Cases<T>, step: number, inBrowser = 1): T[] {
  return casesThatRun(cases, { ...here, step, inBrowser });
}

/** The cases of a test that a browser leaves to Node, as other tests run the same kernels or the same TypeScript there. */
export function inNode<T>(cases: readonly T[]): readonly T[] {
  return IN_BROWSER ? [] : cases;
}

/** Like `it`, under a condition. Without it there is no test, since CI fails where a test is skipped. */
export function itIf(condition: boolean, name: string, test: () => void | Promise<void>): void {
  if (condition) it(name, test);
}

/** Like `it`, for a test that a browser leaves to Node for the same reason. */
export const itInNode = (name: string, test: () => void | Promise<void>): void => itIf(!IN_BROWSER, name, test);

/**
 * The cases of a test that takes too long with all of them: `few` with `npm run test:all`, and with `npm run test:exhaustive` the others of
 * `every`. A list within another one is `nested`, so that the two modes together have every pair.
 * @example widened({ few: [4, 32], every: [4, 8, 16, 32, 64, 128, 256] })
 */
export function widened<T>(cases: Widened<T>): T[] {
  return casesThatRun(cases, here);
}

/**
 * The cases of `outer`, each with those cases of its own inner list that run with it, where one of the lists or both are `widened`.
 * `npm run test:exhaustive` has every pair that `npm run test:all` leaves out.
 * @param outer is swept with `step` and `inBrowser`.
 * @example it.each(nested([4, 8], (q) => ({ few: [q], every: [1, q] })))("over GF(%i)", (q, degrees) => …)
 */
export function nested<A, B>(
  outer: Cases<A>,
  inner: (outer: A) => Cases<B>,
  step = 1,
  inBrowser = 1,
): [outer: A, inner: B[]][] {
  return nestedThatRun(outer, inner, { ...here, step, inBrowser });
}

/** Like `it`, for a costly test that `npm run test:exhaustive` leaves to `npm run test:all`. It stands beside longer lists, but has none. */
export const itInCi = it.skipIf(extent === "rest");

/** Like `describe`, for tests as of `itInCi`. */
export const describeInCi = describe.skipIf(extent === "rest");

/** Like `describe`, for tests that only `npm run test:all` runs. */
export function describeLong(name: string, tests: () => void): void {
  if (extent === "ci") describe(name, tests);
}

/** Like `it`, for a test that only `npm run test:all` runs. */
export const itLong = (name: string, test: () => void | Promise<void>): void => itIf(extent === "ci", name, test);
