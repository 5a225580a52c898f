import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { systematicEncoder } from "../../../src/code/encoder.ts";
import { galoisField } from "../../../src/galois/field.ts";
import { encoderFiles } from "../../../src/node/codes/ready-encoder.ts";
import { userFolder } from "../../../src/node/disk/disk.ts";
import { randomMatrix } from "../../decoder/random-matrix.ts";
import { newFolder } from "../../new-folder.ts";

let folder: string;
beforeEach(() => {
  folder = newFolder();
});

const matrix = randomMatrix(galoisField(2), [14, 15, 14, 16, 12], 45, 3);
const encoder = systematicEncoder(matrix);

/** Opens a store in the folder, and collects its messages. */
function open(where = folder) {
  const said: string[] = [];
  return { said, store: encoderFiles((text) => said.push(text), where) };
}

/** Stores the encoder. @returns the path of the only file. */
function kept(): string {
  open().store.keep(matrix, encoder, 1);
  const [file, ...others] = readdirSync(folder);
  expect(others).toEqual([]);
  return join(folder, file);
}

describe("encoders in files", () => {
  it.each([2, 8])("over GF(%i) are read as they were kept", (q) => {
    const own = randomMatrix(galoisField(q), [15, 16, 15], 37, 1);
    const made = systematicEncoder(own);
    const { said, store } = open();
    expect(store.load(own)).toBeUndefined();
    store.keep(own, made, 1);
    const found = store.load(own)!;
    expect(found.planes).toEqual(made.planes);
    expect(found.informationPositions).toEqual(made.informationPositions);
    expect(said).toEqual([]);
    // Another matrix has another file.
    expect(store.load(matrix)).toBeUndefined();
  });

  it("are not worth a file if they are made soon", () => {
    open().store.keep(matrix, encoder, 0.01);
    expect(readdirSync(folder)).toEqual([]);
  });

  it("are not believed after any change, nor cut, nor longer", () => {
    const path = kept();
    const bytes = readFileSync(path);
    const { said, store } = open();
    const changes = [
      ...Array.from({ length: bytes.length }, (_, i) => {
        const changed = Buffer.from(bytes);
        changed[i] ^= 1 << (i % 8);
        return changed;
      }),
      ...[0, 10, 59, 60, bytes.length - 1].map((length) => bytes.subarray(0, length)),
      Buffer.concat([bytes, Buffer.from([0])]),
    ];
    for (const changed of changes) {
      writeFileSync(path, changed);
      expect(store.load(matrix)).toBeUndefined();
    }
    expect(said.length).toBe(changes.length);
    expect(new Set(said)).toEqual(new Set([`${path} is damaged: the encoder is made anew`]));
    writeFileSync(path, bytes);
    expect(store.load(matrix)?.planes).toEqual(encoder.planes);
  });

  it("of another code are not believed under this one's name", () => {
    const path = kept();
    const other = randomMatrix(galoisField(2), [14, 15, 14, 16, 12], 45, 4);
    open().store.keep(other, systematicEncoder(other), 1);
    const others = readdirSync(folder).find((name) => !path.endsWith(name))!;
    writeFileSync(path, readFileSync(join(folder, others)));
    const { said, store } = open();
    expect(store.load(matrix)).toBeUndefined();
    expect(said.length).toBe(1);
  });

  it("that cannot be written or read are made anew, and that is said", () => {
    const file = join(folder, "file");
    writeFileSync(file, "");
    const { said, store } = open(join(file, "below"));
    expect(store.load(matrix)).toBeUndefined();
    expect(said).toEqual([]);
    store.keep(matrix, encoder, 1);
    expect(said).toEqual([
      expect.stringMatching(
        /^the encoder is not kept for the next time: .*: a part of the path is a file, choose another place$/,
      ),
    ]);
  });

  // Root can read every file.
  if (process.getuid?.() !== 0) {
    it("that may not be read are made anew", () => {
      chmodSync(kept(), 0);
      const { said, store } = open();
      expect(store.load(matrix)).toBeUndefined();
      expect(said).toEqual([expect.stringContaining("the encoder is made anew: EACCES")]);
    });
  }

  it("are files: a folder of the name is none", () => {
    const path = kept();
    rmSync(path);
    mkdirSync(path);
    expect(open().store.load(matrix)).toBeUndefined();
  });
});

describe("the folders of a user", () => {
  it("are where XDG says, or below the home folder", () => {
    expect(userFolder("cache", { XDG_CACHE_HOME: "/elsewhere" })).toBe("/elsewhere/gfq-ldpc");
    expect(userFolder("cache", { XDG_CACHE_HOME: "not/absolute" })).toMatch(/\/\.cache\/gfq-ldpc$/);
    expect(userFolder("state", { XDG_CACHE_HOME: "/elsewhere" })).toMatch(/\/\.local\/state\/gfq-ldpc$/);
  });
});
