/**
 * Replaces the operating system's random numbers in this process by numbers that are equal in every run of the tests. Commands draw salts,
 * seeds, private bits and the disclosed values, on which it depends how many errors a block has.
 * @param name of the numbers. Different names have different numbers.
 * @returns restores them.
 */
export function fixRandomness(name: string): () => void;
