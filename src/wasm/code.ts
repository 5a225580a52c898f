/** Bytes of WebAssembly code, nested as its expressions are. */
export type Code = readonly (number | Code)[];

/** Types of values, by their names in the text format. */
export type ValueType = "i32" | "v128";

/** An expression that leaves one value of a type on the stack. */
export interface Value<T extends ValueType> {
  readonly type: T;
  readonly code: Code;
}

export type I32 = Value<"i32">;
export type V128 = Value<"v128">;

/** The bytes in their order. */
export function flatten(code: Code, out: number[] = []): number[] {
  for (const each of code) {
    if (typeof each === "number") out.push(each);
    else flatten(each, out);
  }
  return out;
}

/** A number below 2^32 in LEB128. */
export function unsigned(value: number): Code {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) | 0x80);
  bytes.push(rest);
  return bytes;
}

/** A 32-bit integer in signed LEB128. */
export function signed(value: number): Code {
  const bytes: number[] = [];
  let rest = value | 0;
  while (rest < -0x40 || rest >= 0x40) {
    bytes.push((rest & 0x7f) | 0x80);
    rest >>= 7;
  }
  bytes.push(rest & 0x7f);
  return bytes;
}

/** A list with its length before it: a vector of the binary format. */
export function vector(items: readonly Code[]): Code {
  return [unsigned(items.length), ...items];
}

/** Bytes with their number before them. */
export function sized(code: Code): Code {
  const bytes = flatten(code);
  return [unsigned(bytes.length), bytes];
}
