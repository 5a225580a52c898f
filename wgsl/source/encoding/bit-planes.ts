/** Number of frames whose words are side by side: a vec4u of the kernels. */
export const PLANE_FRAMES = 4;
