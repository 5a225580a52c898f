/** The first Python 3.10 or later with NumPy; undefined if none is installed. */
export function findPython(): string | undefined;

/** The remedy for a missing Python with NumPy. */
export const PYTHON_REMEDY: string;
