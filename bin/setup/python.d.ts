/** The first Python 3.10 or later that has NumPy; undefined if there is none. */
export function findPython(): string | undefined;

/** How a machine gets one. */
export const PYTHON_REMEDY: string;
