import { InputError } from "../errors.ts";
import type { Code } from "./code.ts";
import { locatedPositions, NO_POSITIONS, positionLocation } from "./positions.ts";

/** Positions that are not sent, of symbols. */
export interface Unsent {
  /** Positions whose symbols are not sent and unknown to the receiver. */
  readonly puncture?: readonly number[];
  /** Positions of information symbols that are zero by agreement. */
  readonly shorten?: readonly number[];
}

/**
 * A code with further symbols that are not sent, besides the symbols that it already omits. Its name includes their number.
 * @throws InputError for a position that is out of range, named twice or not sent already, or if no symbol is left to send.
 */
export function withUnsent(code: Code, { puncture = [], shorten = [] }: Unsent): Code {
  const { punctured = NO_POSITIONS, shortened = NO_POSITIONS, name, matrix } = code;
  if (puncture.length + shorten.length === 0) return code;
  if (code.sending !== undefined) {
    throw new InputError(`${name} has transmissions of its own: leave --puncture and --shorten out`);
  }
  const reasons = new Map<number, string>([
    ...[...punctured].map((position) => [position, "punctured by the code already"] as const),
    ...[...shortened].map((position) => [position, "shortened by the code already"] as const),
  ]);
  for (const [option, positions] of [
    ["puncture", puncture],
    ["shorten", shorten],
  ] as const) {
    positions.forEach((position, index) => {
      const fault = (message: string) =>
        new InputError(`--${option} ${position}: ${message}`, positionLocation(positions, index));
      if (!Number.isInteger(position) || position < 0 || position >= matrix.columns) {
        throw fault(`positions of ${name} are 0 … ${matrix.columns - 1}; leave this one out`);
      }
      const reason = reasons.get(position);
      if (reason !== undefined) throw fault(`this position is ${reason}; leave it out`);
      reasons.set(position, `named by --${option} already`);
      if (reasons.size === matrix.columns) throw fault(`no symbol of ${name} is left to send; leave this one out`);
    });
  }
  return {
    ...code,
    name: [
      name,
      ...(puncture.length === 0 ? [] : [`punctured${puncture.length}`]),
      ...(shorten.length === 0 ? [] : [`shortened${shorten.length}`]),
    ].join("-"),
    ...(punctured.length + puncture.length === 0 ? {} : { punctured: merged(punctured, puncture) }),
    ...(shortened.length + shorten.length === 0 ? {} : { shortened: merged(shortened, shorten) }),
  };
}

/** Positions of a code and of a list, ascending. Positions of the list keep their file and line for later messages. */
function merged(before: Uint32Array, more: readonly number[]): Uint32Array {
  const all = Uint32Array.from([...before, ...more]).sort();
  return locatedPositions(all, (index) => {
    const place = more.indexOf(all[index]);
    return place < 0 ? {} : positionLocation(more, place);
  });
}
