import type { Plugin } from "vite";

/** See bin/shader-families.js. */
export function shaderFamilies(): Plugin;
