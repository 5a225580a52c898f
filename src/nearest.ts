/** Least number of single-character insertions, deletions and replacements that turn `a` into `b` (Levenshtein). */
function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const current = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = previous[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
      current.push(Math.min(replaced, previous[j] + 1, current[j - 1] + 1));
    }
    previous = current;
  }
  return previous[b.length];
}

/** The candidate nearest to a mistyped name; undefined if none is near enough. */
export function nearest(name: string, candidates: readonly string[]): string | undefined {
  // A name of twice another's length is never near it; measuring that of a megabyte would take minutes.
  const possible = candidates.filter(({ length }) => name.length <= 2 * length && length <= 2 * name.length);
  const ranked = possible
    .map((candidate) => ({ candidate, distance: editDistance(name.toLowerCase(), candidate.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance);
  const best = ranked[0];
  return best !== undefined && best.distance <= Math.max(name.length, best.candidate.length) / 2
    ? best.candidate
    : undefined;
}

/** Most names that a hint lists. */
const LISTED = 12;

/**
 * The candidates that a wrong name may mean, as the end of a message: the names that begin with it, as with a family's name, else the
 * nearest; undefined if none is near enough.
 * @param shown how the message writes a name.
 */
export function meantText(
  name: string,
  candidates: readonly string[],
  shown: (name: string) => string = (each) => each,
): string | undefined {
  const begun =
    name === "" ? [] : candidates.filter((each) => each.toLowerCase().startsWith(name.toLowerCase())).sort();
  const meant = begun.length > 1 ? undefined : (begun[0] ?? nearest(name, candidates));
  if (meant !== undefined) return `did you mean ${shown(meant)}?`;
  if (begun.length === 0) return undefined;
  const rest = begun.length > LISTED ? `, … (${begun.length} in all)` : "";
  return `the names that begin so are ${begun.slice(0, LISTED).map(shown).join(", ")}${rest}`;
}
