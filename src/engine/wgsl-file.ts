// Vite would make a list of all files of `new URL(…, import.meta.url)` with a variable.
const HERE = import.meta.url;

/** The address of the WGSL file of a name: its path below wgsl/, without the ending. Builds for browsers replace this file (bin/shader-families.js). */
export function wgslFile(name: string): URL {
  return new URL(`../../wgsl/${name}.wgsl`, HERE);
}
