import { extname } from "node:path";
import { InputError } from "../../errors.ts";
import { ArrayFile } from "./array-file.ts";

/** An open file of real numbers: any part of it can be read, so its size does not matter. */
export interface ValueFile {
  readonly path: string;
  /** Numbers in it. */
  readonly values: number;
  /** Numbers first … first + count − 1. @throws InputError if the file has become shorter. */
  read(first: number, count: number): Promise<Float32Array | Float64Array>;
  close(): Promise<void>;
}

/** Plain files by their ending. */
const PLAIN = { ".f32": "f32", ".f64": "f64" } as const;
const BYTES = { f32: 4, f64: 8 } as const;

/**
 * Opens an .npy file of float32 or float64 of any shape, in its order, or a file of plain little-endian numbers (.f32, .f64).
 * @param expected number of values, and the origin of that number.
 * @throws InputError for anything else, an empty file or another number of values.
 */
export async function openValueFile(path: string, expected?: { values: number; of: string }): Promise<ValueFile> {
  const ending = extname(path).toLowerCase();
  const { file, layout } = await ArrayFile.open(path, async (opened) => {
    const found = ending === ".npy" ? await npyLayout(opened) : plainLayout(opened, ending);
    if (found.values === 0) throw new InputError("is empty: there are no values to reconcile", { file: path });
    if (expected !== undefined && found.values !== expected.values) {
      throw new InputError(`has ${found.values} values, but ${expected.of} has ${expected.values}`, { file: path });
    }
    return found;
  });
  const { type, offset, values } = layout;
  return {
    path,
    values,
    close: () => file.close(),
    async read(first, count) {
      const array = type === "f32" ? new Float32Array(count) : new Float64Array(count);
      await file.read(new Uint8Array(array.buffer), offset + first * BYTES[type]);
      return array;
    },
  };
}

interface Layout {
  readonly type: "f32" | "f64";
  readonly offset: number;
  readonly values: number;
}

async function npyLayout(file: ArrayFile): Promise<Layout> {
  const { type, shape, offset } = await file.npyHeader(["f32", "f64"]);
  return { type: type as Layout["type"], offset, values: shape.reduce((product, length) => product * length, 1) };
}

function plainLayout({ path, size }: ArrayFile, ending: string): Layout {
  const type = PLAIN[ending as keyof typeof PLAIN];
  if (type === undefined) {
    throw new InputError(`the ending "${ending}" is neither .npy nor ${Object.keys(PLAIN).join(" nor ")}`, {
      file: path,
    });
  }
  if (size % BYTES[type] !== 0) {
    throw new InputError(
      `has ${size} bytes, which are not whole values of ${BYTES[type]}: it is cut short or damaged`,
      {
        file: path,
      },
    );
  }
  return { type, offset: 0, values: size / BYTES[type] };
}
