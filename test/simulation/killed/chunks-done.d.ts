/** Number of chunks in the shards of a run. @param out the run's folder. */
export declare function chunksDone(out: string): number;
