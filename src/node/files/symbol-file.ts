import { extname } from "node:path";
import { packBits } from "../../code/packed-bits.ts";
import { InputError } from "../../errors.ts";
import { npyHeader } from "../../npy.ts";
import { requireOptions } from "../../options.ts";
import { PartFile } from "../disk/disk.ts";

/**
 * An unfinished file of decoded symbols.
 * @example
 * const writeZeros = (file: SymbolFile, symbols: number) => file.write(new Uint8Array(symbols));
 */
export interface SymbolFile {
  /**
   * Appends frames.
   * @param symbols [frame][symbol], field elements 0 … q − 1, whole frames.
   */
  write(symbols: Uint8Array): void;
  /** Completes the file and gives it its name; until then it has a temporary one. */
  finish(): void;
  /** Removes the unfinished file. */
  discard(): void;
}

/**
 * The shape of a file of symbols.
 * @example
 * const options: SymbolFileOptions = { frames: 100, symbols: 24, q: 4, force: true };
 */
export interface SymbolFileOptions {
  /** Frames that will be written. */
  readonly frames: number;
  /** Symbols of a frame. */
  readonly symbols: number;
  /** Size of the field. */
  readonly q: number;
  /** Whether an existing file is replaced. Default false. */
  readonly force?: boolean;
}

const ENDINGS = [".npy", ".bin", ".txt", ".bits"];

/** @throws InputError if the file's ending belongs to no format of symbols. */
export function checkSymbolFileName(path: string): void {
  if (ENDINGS.includes(extname(path).toLowerCase())) return;
  throw new InputError(`the ending "${extname(path)}" is none of ${ENDINGS.join(", ")}`, { file: path });
}

/**
 * Begins a file of symbols: `.npy` uint8 of shape (frames, symbols), `.bin` the same bytes without a header, `.txt` one
 * frame per line, `.bits` packed bits, ⌈symbols/8⌉ bytes a frame, of codes over GF(2).
 * @param path of the file; its ending says the format.
 * @param shape frames, symbols and field.
 * @throws InputError if the ending belongs to none of these formats, or not to this field, if the file exists and
 * `force` is not set, or if it cannot be written.
 * @example
 * const file = createSymbolFile(`${folder}/symbols.txt`, { frames: 1, symbols: 3, q: 4 });
 * file.write(Uint8Array.of(0, 3, 1));
 * file.finish();
 * readFileSync(`${folder}/symbols.txt`, "utf8"); // → "0 3 1\n"
 */
export function createSymbolFile(path: string, shape: SymbolFileOptions): SymbolFile {
  requireOptions("createSymbolFile", shape, { frames: true, symbols: true, q: true, force: true });
  checkSymbolFileName(path);
  const ending = extname(path).toLowerCase();
  if (ending === ".bits" && shape.q !== 2) {
    throw new InputError(`packed bits are of codes over GF(2), not GF(${shape.q}): choose another ending`, {
      file: path,
    });
  }
  const file = new PartFile(path, shape.force ?? false);
  if (ending === ".npy") file.write(npyHeader("u8", [shape.frames, shape.symbols]));
  const encoder = new TextEncoder();
  return {
    write(symbols) {
      if (ending === ".bits") return file.write(packBits(symbols, shape.symbols));
      if (ending !== ".txt") return file.write(symbols);
      const lines: string[] = [];
      for (let at = 0; at < symbols.length; at += shape.symbols) {
        lines.push(`${symbols.subarray(at, at + shape.symbols).join(" ")}\n`);
      }
      file.write(encoder.encode(lines.join("")));
    },
    finish: () => file.finish(),
    discard: () => file.discard(),
  };
}
