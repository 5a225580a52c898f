import { InputError } from "../../errors.ts";
import { defaultPolynomial } from "../../galois/primitive.ts";
import type { Code } from "../code.ts";
import { NO_POSITIONS, positionsText } from "../positions.ts";
import type { HeldProperty, WriteOptions } from "./format.ts";

/** A format as far as it holds properties of a code. */
interface Holder {
  readonly holds: readonly HeldProperty[];
}

/**
 * The code as a format writes it: without symbols that are not sent where the options leave them out.
 * @throws InputError if the code does not send all symbols, each once, and the format has no place for that: another decoder would take
 * the file for another code.
 */
export function heldCode(code: Code, { holds }: Holder, { dropPuncturing = false }: WriteOptions = {}): Code {
  const { punctured = NO_POSITIONS, shortened = NO_POSITIONS, sending, ...whole } = code;
  if (dropPuncturing) return whole;
  const lost = [
    ...(punctured.length === 0 || holds.includes("punctured") ? [] : [`${punctured.length} punctured symbols`]),
    ...(shortened.length === 0 || holds.includes("shortened") ? [] : [`${shortened.length} shortened symbols`]),
    ...(sending === undefined ? [] : ["the order in which a transport block is sent"]),
  ];
  if (lost.length === 0) return code;
  const place = sending === undefined ? " (.json has one)" : "";
  throw new InputError(
    `the format has no place for ${lost.join(" and ")} of ${code.name}${place}: --drop-puncturing writes the matrix alone`,
  );
}

/** Properties of a code that a file of this format is written without, in words, and the options that give them again on reading. */
export function leftOut(
  {
    name,
    description,
    source,
    matrix,
    emptyRows,
    base,
    parity,
    punctured = NO_POSITIONS,
    shortened = NO_POSITIONS,
    sending,
  }: Code,
  { holds }: Holder,
  { dropPuncturing = false }: WriteOptions = {},
): string[] {
  const { q, polynomial } = matrix.field;
  const isUsual = holds.includes("field size") && polynomial === defaultPolynomial(q);
  const positions = (option: string, list: ArrayLike<number>) => `--${option} ${positionsText(Array.from(list))}`;
  return [
    ...(dropPuncturing && punctured.length > 0 ? [`punctured symbols (${positions("puncture", punctured)})`] : []),
    ...(dropPuncturing && shortened.length > 0 ? [`shortened symbols (${positions("shorten", shortened)})`] : []),
    ...(dropPuncturing && sending !== undefined ? ["the order of sending"] : []),
    ...(q === 2 || isUsual || holds.includes("polynomial")
      ? []
      : [`the field (--polynomial 0x${polynomial.toString(16).toUpperCase()})`]),
    ...(emptyRows === undefined ? [] : [`the empty rows ${positionsText([...emptyRows])}`]),
    ...(base === undefined || holds.includes("circulants")
      ? []
      : ["the circulants, which make decoders and encoders fast"]),
    ...(parity === undefined || holds.includes("parity") ? [] : ["the structure of the parity part"]),
    ...(holds.includes("name") || `${name}${description}${source}` === "" ? [] : ["name, description and source"]),
  ];
}
