/** Blocks of 32 variables of a plane of signs: all of a block column, and the first again, so that 32 from any one on are in two. */
export const planeBlocks = (liftingSize: number): number => Math.floor((liftingSize - 1) / 32) + 2;

/** Sign words of planes, with a plane that is of no column. */
export const planeWords = (columns: number, columnsOfWord: number): number => Math.floor(columns / columnsOfWord) + 1;

/** Words of a block: 32 elements, and one that puts equal elements of blocks into different banks of workgroup memory. */
export const BLOCK_SIZE = 33;

/** Edges of a block row whose signs are read together. */
export const EDGES_AT_ONCE = 4;
