import type { FamilyCode } from "../../node/codes/codes.ts";
import { formatNumber } from "../../report/format.ts";

/**
 * Table cells for the codes of base matrices: names, number of codes, rates, description. Codes of one file share a line. So do codes with
 * separate files whose names differ only after the last dash.
 */
export function familyLines(codes: readonly FamilyCode[]): string[][] {
  const perFile = groups(codes, ({ path }) => path);
  const singles = perFile.filter(([, members]) => members.length === 1).flatMap(([, members]) => members);
  const lines = [
    ...perFile.filter(([, members]) => members.length > 1).map(([, members]) => familyLine(members)),
    ...groups(singles, ({ name }) => stem(name)).map(([, members]) => singlesLine(members)),
  ];
  return lines.sort((a, b) => a[0].localeCompare(b[0], "en", { numeric: true }));
}

/** `wimax-576-288 … wimax-2304-1152`. */
function familyLine(members: readonly FamilyCode[]): string[] {
  const first = members[0];
  const last = members[members.length - 1];
  return [
    `${first.name} … ${last.name}`,
    String(members.length),
    formatNumber(rate(first)),
    // The part of the description that is common to all sizes.
    `${withoutSize(first).replace(/, z = \d+/i, "")}, ${sizesText(members)}`,
  ];
}

/** Largest number of codes that a line lists by their names. */
const NAMED = 4;

/** `wifi-648-324, -432, -486, -540`, or `dvbs2-16200-3240 … dvbs2-16200-14400`. */
function singlesLine(unsorted: readonly FamilyCode[]): string[] {
  const members = [...unsorted].sort((a, b) => rate(a) - rate(b));
  const [first] = members;
  const last = members[members.length - 1];
  const others = members.slice(1).map(({ name }) => name.slice(stem(name).length));
  const description = withoutSize(first).replace(/,? rate .*$/, "");
  const rates = [...new Set([rate(first), rate(last)].map((each) => formatNumber(each)))];
  const names = members.length > NAMED ? `${first.name} … ${last.name}` : [first.name, ...others].join(", ");
  return [names, String(members.length), rates.join("–"), description];
}

/** `z = 24, 28, 32, …, 96`, or all sizes if they are few. */
function sizesText(members: readonly FamilyCode[]): string {
  const sizes = members.map(({ liftingSize }) => liftingSize);
  if (sizes.length <= 4) return `z = ${sizes.join(", ")}`;
  return `z = ${sizes.slice(0, 3).join(", ")}, …, ${sizes[sizes.length - 1]}`;
}

function stem(name: string): string {
  return name.slice(0, name.lastIndexOf("-"));
}

/** Information bits per bit sent. */
function rate({ n, m, sent }: FamilyCode): number {
  return (n - m) / sent;
}

/** The description without its beginning `(n,k) over GF(2), `. */
function withoutSize({ description }: FamilyCode): string {
  return description.replace(/^\S+ over GF\(2\), /, "");
}

function groups(codes: readonly FamilyCode[], key: (code: FamilyCode) => string): [string, FamilyCode[]][] {
  const found = new Map<string, FamilyCode[]>();
  for (const code of codes) found.set(key(code), [...(found.get(key(code)) ?? []), code]);
  return [...found];
}
