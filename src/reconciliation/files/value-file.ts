import { extname } from "node:path";
import { InputError } from "../../errors.ts";
import { ArrayFile } from "../../node/files/array-file.ts";
import type { NpyHeader } from "../../npy.ts";

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
 * Opens an .npy file of float32 or float64 of any shape, its last dimension fastest, or a file of plain little-endian numbers (.f32, .f64).
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
  const { type, values } = layout;
  return {
    path,
    values,
    close: () => file.close(),
    async read(first, count) {
      // Whole rows: in Fortran order a value's neighbours stand elsewhere.
      const { shape: lengths, firstFastest } = layout.header;
      const width = firstFastest && lengths.length > 1 ? values / lengths[0] : 1;
      const from = Math.floor(first / width);
      const rows = { first: from, count: Math.ceil((first + count) / width) - from };
      const shape = width === 1 ? [values] : lengths;
      const { buffer } = await file.rows(layout.header, shape, rows);
      const found = type === "f32" ? new Float32Array(buffer) : new Float64Array(buffer);
      return found.subarray(first - from * width, first - from * width + count);
    },
  };
}

interface Layout {
  readonly type: "f32" | "f64";
  readonly header: NpyHeader;
  readonly values: number;
}

/** Most values of a row of an array in Fortran order, which are read together. */
const ROW_VALUES = 2 ** 20;

async function npyLayout(file: ArrayFile): Promise<Layout> {
  const header = await file.npyHeader(["f32", "f64"]);
  const { type, shape, firstFastest } = header;
  const values = shape.reduce((product, length) => product * length, 1);
  if (firstFastest && values / shape[0] > ROW_VALUES) {
    throw new InputError(`rows of ${values / shape[0]} values in Fortran order are too long: save numpy.ravel(array)`, {
      file: file.path,
    });
  }
  return { type: type as Layout["type"], header, values };
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
  const values = size / BYTES[type];
  return { type, header: { type, shape: [values], firstFastest: false, offset: 0 }, values };
}
