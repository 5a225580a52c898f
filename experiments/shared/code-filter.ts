import { InputError } from "../../src/errors.ts";

/**
 * Whether `--code` chooses a case.
 * @param cases of the experiment.
 * @param codes of the option; all if left out.
 * @throws InputError for a code without a case.
 */
export function codeFilter(
  cases: readonly { readonly code: string }[],
  codes: readonly string[] | undefined,
): (one: { readonly code: string }) => boolean {
  const known = codesOf(cases);
  const unknown = codes?.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new InputError(`--code ${unknown}: choose among ${known.join(", ")}`);
  return ({ code }) => codes?.includes(code) ?? true;
}

/** The codes of cases, each once. */
export function codesOf(cases: readonly { readonly code: string }[]): string[] {
  return [...new Set(cases.map(({ code }) => code))];
}
