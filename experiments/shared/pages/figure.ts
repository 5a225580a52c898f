/** Figures of pages by name: each reads its number, or makes its table, from a file below experiments/. */
export type Figures = Readonly<Record<string, () => string>>;
