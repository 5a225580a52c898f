import { vi } from "vitest";
import { ArrayFile } from "../../../src/node/files/array-file.ts";

/** The part of an array file that touches the disk. */
type Reading = Pick<ArrayFile, "path" | "size" | "read" | "close">;

/**
 * Lets readers open files in memory by path, so that a test can read a million files without a disk. Other paths open as usual.
 * @returns the files, and a function that restores the file system.
 */
export function memoryFiles(): { readonly files: Map<string, Uint8Array>; restore(): void } {
  const files = new Map<string, Uint8Array>();
  const open = ArrayFile.open;
  const spy = vi.spyOn(ArrayFile, "open").mockImplementation(async (path, layoutOf) => {
    const content = files.get(path);
    if (content === undefined) return open(path, layoutOf);
    // The other methods read by these.
    const file: ArrayFile = Object.assign(Object.create(ArrayFile.prototype), reading(path, content));
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
