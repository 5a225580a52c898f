/** Number of variables that a workgroup transposes at once between [frame][variable] and [variable][word]. */
export const TILE_VARIABLES = 32;
