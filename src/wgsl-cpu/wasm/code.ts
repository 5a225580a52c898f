/** Bytes of WebAssembly code, nested as its expressions are. */
export type Code = Uint8Array | readonly (number | Code)[];

/** Types of values, by their names in the text format. */
export type ValueType = "i32" | "f32" | "v128";

/** An expression that leaves one value of a type on the stack. */
export interface Value<T extends ValueType> {
  readonly type: T;
  readonly code: Code;
}

export type I32 = Value<"i32">;
export type V128 = Value<"v128">;

/** Bytes that are written one after the other. */
export class ByteWriter {
  #bytes = new Uint8Array(1024);
  #length = 0;

  byte(value: number): void {
    if (this.#length === this.#bytes.length) this.#grow(1);
    this.#bytes[this.#length++] = value;
  }

  /** The bytes of code in their order. */
  code(code: Code): void {
    if (ArrayBuffer.isView(code)) {
      if (this.#length + code.length > this.#bytes.length) this.#grow(code.length);
      this.#bytes.set(code, this.#length);
      this.#length += code.length;
      return;
    }
    // An iterator would allocate memory for each byte.
    for (let i = 0; i < code.length; i++) {
      const each = code[i];
      if (typeof each !== "number") this.code(each);
      else {
        if (this.#length === this.#bytes.length) this.#grow(1);
        this.#bytes[this.#length++] = each;
      }
    }
  }

  /** The bytes that were written until now. */
  bytes(): Uint8Array<ArrayBuffer> {
    return this.#bytes.slice(0, this.#length);
  }

  #grow(more: number): void {
    const larger = new Uint8Array(2 * this.#bytes.length + more);
    larger.set(this.#bytes);
    this.#bytes = larger;
  }
}

/** The bytes in their order. */
export function flatten(code: Code): Uint8Array<ArrayBuffer> {
  const writer = new ByteWriter();
  writer.code(code);
  return writer.bytes();
}

/** A number below 2^32 in LEB128. */
export function unsigned(value: number): readonly number[] {
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
  for (; rest < -0x40 || rest >= 0x40; rest >>= 7) bytes.push((rest & 0x7f) | 0x80);
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
