/**
 * A rate such as FER in three significant digits and power-of-ten form: `2.40e-3`. Zero is `0`; a number that is not
 * finite is `–`.
 * @param rate a probability, 0 … 1.
 * @param digits significant digits, 1 … 100.
 * @example
 * formatRate(0.0024); // → "2.40e-3"
 */
export function formatRate(rate: number, digits = 3): string {
  if (!Number.isFinite(rate)) return "–";
  return rate === 0 ? "0" : rate.toExponential(digits - 1);
}

/** The bounds of a rate: `[2.10e-3, 2.74e-3]`. */
export function formatInterval(low: number, high: number): string {
  return `[${formatRate(low)}, ${formatRate(high)}]`;
}

/**
 * A count with a comma between thousands in every language of the machine: `30,000`.
 * @param count a whole number.
 * @example
 * formatCount(30000); // → "30,000"
 */
export function formatCount(count: number): string {
  return grouped(String(count));
}

/**
 * A number in `digits` significant digits without an exponent, its trailing zeros dropped: `0.0123`, `1,260`.
 * @param value any finite number.
 * @param digits significant digits.
 * @example
 * formatNumber(1260.4); // → "1,260"
 */
export function formatNumber(value: number, digits = 3): string {
  if (!Number.isFinite(value)) return "–";
  // Not by `toLocaleString`: a process needs 13 ms for its first use of Intl.
  const [mantissa, exponent] = value.toExponential(digits - 1).split("e");
  const sign = mantissa.startsWith("-") ? "-" : "";
  const figures = mantissa.replace(/[-.]/g, "").replace(/0+$/, "");
  const point = Number(exponent) + 1;
  const whole = point > 0 ? figures.slice(0, point).padEnd(point, "0") : "0";
  const fraction = point > 0 ? figures.slice(point) : "0".repeat(-point) + figures;
  return `${sign}${grouped(whole)}${fraction === "" ? "" : `.${fraction}`}`;
}

/** Puts a comma between thousands of a whole number's digits. */
function grouped(digits: string): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, ",");
}

/** A p-value: `0.12`, `1.7e-14`, and `< 1e-300` for a value below the range of a double. */
export function formatProbability(p: number): string {
  if (p === 0) return "< 1e-300";
  return p < 0.001 ? p.toExponential(1) : formatNumber(p, 2);
}

/**
 * A quantity in three significant digits with a decimal prefix: `formatQuantity(693500, "bit/s")` is `694 kbit/s`.
 * @param value in the unit without a prefix.
 * @param unit its symbol: `bit/s`, `B`.
 * @example
 * formatQuantity(693500, "bit/s"); // → "694 kbit/s"
 */
export function formatQuantity(value: number, unit: string): string {
  if (!Number.isFinite(value)) return "–";
  if (value === 0) return `0 ${unit}`;
  const rounded = Number(value.toPrecision(3));
  const index = PREFIXES.findIndex(([scale]) => Math.abs(rounded) >= scale);
  const [scale, prefix] = PREFIXES[index < 0 ? PREFIXES.length - 1 : index];
  return `${formatNumber(rounded / scale)} ${prefix}${unit}`;
}

/**
 * Seconds as a person reads them: `0.42 s`, `12 s`, `3 min 05 s`, `2 h 07 min`.
 * @param seconds 0 or more.
 * @example
 * formatDuration(185); // → "3 min 05 s"
 */
export function formatDuration(seconds: number): string {
  if (!Number.isFinite(seconds)) return "–";
  if (seconds < 9.95) return `${formatNumber(seconds, 2)} s`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${twoDigits(whole % 60)} s`;
  const minutes = Math.round(whole / 60);
  return `${formatCount(Math.floor(minutes / 60))} h ${twoDigits(minutes % 60)} min`;
}

const PREFIXES: readonly (readonly [number, string])[] = [
  [1e12, "T"],
  [1e9, "G"],
  [1e6, "M"],
  [1e3, "k"],
  [1, ""],
  [1e-3, "m"],
  [1e-6, "µ"],
  [1e-9, "n"],
];

function twoDigits(value: number): string {
  return String(value).padStart(2, "0");
}

/** `1 worker`, `12 workers`. @param noun one with its plural in -s. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
