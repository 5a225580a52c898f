/** Number of blocks in the journal of an unfinished run. @param out the run's folder. */
export declare function blocksDone(out: string): number;
