import { z } from "zod";
import { InputError } from "../../errors.ts";
import { fitted, isObject, jsonValue } from "../../json.ts";

/** Version of the messages; a client of another one is refused. */
export const PROTOCOL = 1;

/** Element types of arrays, little-endian. */
const DTYPES = { f32: 4, f64: 8, u8: 1, u32: 4 } as const;

type Dtype = keyof typeof DTYPES;

/** An array of a message: its description in the JSON line, and its bytes. */
export interface WireArray {
  readonly dtype: Dtype;
  readonly shape: readonly number[];
  readonly bytes: Uint8Array;
}

/** A message: a line of JSON, then the bytes of its arrays in the order of `arrays`. */
export interface Message {
  readonly content: Readonly<Record<string, unknown>>;
  readonly arrays: Readonly<Record<string, WireArray>>;
}

/** Longest JSON line, and most bytes of arrays of a message. */
const LINE_MAXIMUM = 2 ** 20;
const BYTES_MAXIMUM = 2 ** 31;
const LINE_FEED = 10;

const ARRAYS = z.array(
  z.strictObject({
    name: z.string().max(40),
    dtype: z.enum(Object.keys(DTYPES) as [Dtype, ...Dtype[]]),
    shape: z.array(z.int().nonnegative()).max(4),
  }),
);

/**
 * Messages of a stream of bytes, one after the other; the stream is read no further than the requested message.
 * @throws InputError for a line that is no JSON object or is too long, and for a stream that ends within a message: no message after it can
 * be found.
 */
export async function* messages(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Message, void> {
  const source = new ByteSource(chunks);
  try {
    for (;;) {
      const line = await source.line();
      if (line === undefined) return;
      if (line.trim() === "") continue;
      const { arrays: listed = [], ...content } = object(jsonValue(line, { file: "message" }, LINE_MAXIMUM));
      const fit = fitted(listed, ARRAYS);
      if (fit.misfit !== undefined) {
        throw new InputError(`"arrays.${fit.misfit.path.join(".")}" ${fit.misfit.message}`, PLACE);
      }
      const descriptions = fit.content;
      const arrays: Record<string, WireArray> = {};
      let total = 0;
      const sizes = descriptions.map(({ shape, dtype }) => shape.reduce((product, n) => product * n, DTYPES[dtype]));
      for (const size of sizes) total += size;
      if (!(total <= BYTES_MAXIMUM)) {
        throw new InputError(`arrays of ${total} bytes: at most ${BYTES_MAXIMUM} are taken, send fewer frames`, PLACE);
      }
      for (const [i, { name, dtype, shape }] of descriptions.entries()) {
        arrays[name] = { dtype, shape, bytes: await source.bytes(sizes[i]) };
      }
      yield { content, arrays };
    }
  } finally {
    // An open stream would keep the process running.
    await source.close();
  }
}

/** The bytes of a message. Every array must have as many bytes as its shape and type say. */
export function messageBytes({ content, arrays }: Message): Uint8Array[] {
  const listed = Object.entries(arrays).map(([name, { dtype, shape }]) => ({ name, dtype, shape }));
  const line = JSON.stringify(listed.length === 0 ? content : { ...content, arrays: listed });
  return [new TextEncoder().encode(`${line}\n`), ...Object.values(arrays).map(({ bytes }) => bytes)];
}

const PLACE = { file: "message" };

function object(value: unknown): Readonly<Record<string, unknown>> {
  if (isObject(value)) return value;
  throw new InputError("a message is a line with a JSON object", PLACE);
}

/** Takes lines and bytes from a stream of chunks. */
class ByteSource {
  readonly #chunks: AsyncIterator<Uint8Array>;
  #rest: Uint8Array = new Uint8Array();

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /** The next line without its end; undefined at the end of the stream. */
  async line(): Promise<string | undefined> {
    const parts: Uint8Array[] = [];
    let length = 0;
    for (;;) {
      const end = this.#rest.indexOf(LINE_FEED);
      if (end >= 0) {
        parts.push(this.#rest.subarray(0, end));
        this.#rest = this.#rest.subarray(end + 1);
        return Buffer.concat(parts).toString("utf8");
      }
      length += this.#rest.length;
      if (length > LINE_MAXIMUM) throw new InputError(`a line of more than ${LINE_MAXIMUM} bytes is no message`, PLACE);
      parts.push(this.#rest);
      if (await this.#more()) continue;
      if (length === 0) return undefined;
      throw new InputError("the stream ended within a message", PLACE);
    }
  }

  /** The next bytes, in memory of their own. */
  async bytes(count: number): Promise<Uint8Array> {
    const all = new Uint8Array(count);
    for (let done = 0; done < count; ) {
      if (this.#rest.length === 0 && !(await this.#more())) {
        throw new InputError("the stream ended within a message", PLACE);
      }
      const part = this.#rest.subarray(0, count - done);
      all.set(part, done);
      done += part.length;
      this.#rest = this.#rest.subarray(part.length);
    }
    return all;
  }

  /** Closes the stream. */
  async close(): Promise<void> {
    await this.#chunks.return?.();
  }

  async #more(): Promise<boolean> {
    const { value, done } = await this.#chunks.next();
    this.#rest = done ? new Uint8Array() : value;
    return !done;
  }
}
