/** Figures of pages by name. Each figure reads its number from, or makes its table of, a file below experiments/. */
export type Figures = Readonly<Record<string, () => string>>;
