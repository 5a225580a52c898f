/** Which cases of tests' lists run: a part of CI's, CI's own, or the cases that CI leaves out. */
export type Extent = "part" | "ci" | "rest";

/** The cases of a test that takes too long with all of them. */
export interface Widened<T> {
  /** Cases that CI runs. */
  readonly few: readonly T[];
  /** All cases, also the cases of `few`. */
  readonly every: readonly T[];
}

/** A list that CI runs whole, or a longer one. */
export type Cases<T> = readonly T[] | Widened<T>;

/** Where a list is used, and the steps by which it is thinned there. */
export interface Use {
  readonly extent: Extent;
  readonly isBrowser: boolean;
  /** `part` has every `step`-th of CI's cases, from the first on. */
  readonly step?: number;
  /** A browser has every `inBrowser`-th of CI's cases, from the first on. */
  readonly inBrowser?: number;
}

const isWidened = <T>(cases: Cases<T>): cases is Widened<T> => !Array.isArray(cases);

function listsOf<T>(cases: Cases<T>): Widened<T> {
  if (!isWidened(cases)) return { few: cases, every: cases };
  const every = new Set(cases.every);
  const strange = cases.few.filter((each) => !every.has(each));
  if (strange.length > 0) throw new Error(`a case of "few" is not in "every": ${JSON.stringify(strange[0])}`);
  return cases;
}

/** Cases that CI runs in this environment, or every `step`-th of them where the browser does not take fewer. */
function ofCi<T>({ few }: Widened<T>, { isBrowser, inBrowser = 1 }: Use, step = 1): readonly T[] {
  const taken = isBrowser ? Math.max(step, inBrowser) : step;
  return few.filter((_, i) => i % taken === 0);
}

/**
 * The cases of a list that run. `rest` has the cases of a longer list that CI leaves out. It has all cases of any other list: they may
 * lead to longer lists, or to a file that CI does not run in a browser.
 */
export function casesThatRun<T>(cases: Cases<T>, use: Use): T[] {
  const lists = listsOf(cases);
  if (use.extent === "part") return [...ofCi(lists, use, use.step)];
  if (use.extent === "ci") return [...ofCi(lists, use)];
  if (!isWidened(cases)) return [...cases];
  const inCi = new Set(ofCi(lists, use));
  return cases.every.filter((each) => !inCi.has(each));
}

/**
 * Cases of an outer list, each with the cases of its own inner list that run with it. No pair of an outer and an inner case is lost: an
 * outer case that CI leaves out has its whole inner list in the rest, and one of CI what CI leaves out of the inner list. Outer cases
 * without inner ones are left out.
 */
export function nestedThatRun<A, B>(
  outer: Cases<A>,
  inner: (outer: A) => Cases<B>,
  use: Use,
): [outer: A, inner: B[]][] {
  const lists = listsOf(outer);
  const inCi = new Set(ofCi(lists, use));
  const taken = use.extent === "rest" ? lists.every : casesThatRun(lists, use);
  return taken
    .map((each): [A, B[]] => {
      const own = listsOf(inner(each));
      if (use.extent !== "rest") return [each, [...own.few]];
      return [each, casesThatRun({ few: inCi.has(each) ? own.few : [], every: own.every }, { ...use, inBrowser: 1 })];
    })
    .filter(([, cases]) => cases.length > 0);
}
