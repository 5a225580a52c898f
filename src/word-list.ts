/**
 * Words as a sentence lists them. (Not by `Intl.ListFormat`: a process needs 12 ms for its first use of Intl.)
 * @example
 * wordList(["int12", "int11", "byte"], "or"); // → "int12, int11 or byte"
 */
export function wordList(words: readonly string[], conjunction: "and" | "or"): string {
  const last = words.length - 1;
  return last < 1 ? words.join() : `${words.slice(0, last).join(", ")} ${conjunction} ${words[last]}`;
}
