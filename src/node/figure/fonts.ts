import { createRequire } from "node:module";

const require = createRequire(import.meta.url);

/** The fonts of all labels: plain, bold and italic, with their CSS. */
export const FONTS = [
  { path: require.resolve("dejavu-fonts-ttf/ttf/DejaVuSans.ttf"), css: "" },
  { path: require.resolve("dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf"), css: "font-weight:bold;" },
  { path: require.resolve("dejavu-fonts-ttf/ttf/DejaVuSans-Oblique.ttf"), css: "font-style:italic;" },
] as const;
