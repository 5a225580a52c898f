import { vi } from "vitest";
import { ArrayFile } from "../../../../src/node/files/array-file.ts";

/** As much of an array file as readers of records, bits and values use. */
type Reading = Pick<ArrayFile, "path" | "size" | "read" | "close">;

/**
 * Lets readers find files in memory, by their paths: a test that reads a million of them never touches a disk. Any other path is
 * opened as always.
 * @returns the files, and what ends it.
 */
export function memoryFiles(): { readonly files: Map<string, Uint8Array>; restore(): void } {
  const files = new Map<string, Uint8Array>();
  const open = ArrayFile.open;
  const spy = vi.spyOn(ArrayFile, "open").mockImplementation(async (path, layoutOf) => {
    const content = files.get(path);
    if (content === undefined) return open(path, layoutOf);
    const file = reading(path, content) as ArrayFile;
    return { file, layout: await layoutOf(file) };
  });
  return { files, restore: () => spy.mockRestore() };
}

function reading(path: string, content: Uint8Array): Reading {
  return {
    path,
    size: content.length,
    async read(target, position) {
      const part = content.subarray(position, position + target.length);
      if (part.length < target.length)
        throw new Error(`reads ${target.length} bytes at ${position} of ${content.length}`);
      target.set(part);
    },
    close: async () => {},
  };
}
