import { wordList } from "./word-list.ts";

/** A publication whose tables, figures or algorithms this project repeats. */
export interface Paper {
  /** In the order of the title page. */
  readonly authors: readonly string[];
  readonly title: string;
  /** Journal or conference with volume and pages, or the organisation that publishes it. */
  readonly venue: string;
  /** Left out of a page that is kept up to date. */
  readonly year?: number;
  /** Its short name in texts that have cited it. */
  readonly short: string;
}

/** Every reproduced paper, by the folder of its experiments. CITATION.cff names the same papers. */
export const PAPERS = {
  nonbinary: {
    authors: ["G. Wang", "H. Shen", "B. Yin", "M. Wu", "Y. Sun", "J. R. Cavallaro"],
    title: "Parallel Nonbinary LDPC Decoding on GPU",
    venue: "Asilomar Conference on Signals, Systems and Computers",
    year: 2012,
    short: "Wang et al. 2012",
  },
  qkd: {
    authors: ["A. Mink", "A. Nakassis"],
    title: "LDPC Error Correction for Gbit/s QKD",
    venue: "Proc. SPIE 9123, 912304",
    year: 2014,
    short: "Mink and Nakassis 2014",
  },
  cvqkd: {
    authors: ["Y. Li", "X. Zhang", "Y. Li", "B. Xu", "L. Ma", "J. Yang", "W. Huang"],
    title:
      "High-throughput GPU layered decoder of quasi-cyclic multi-edge type low density parity check codes in continuous-variable quantum key distribution systems",
    venue: "Sci. Rep. 10, 14561",
    year: 2020,
    short: "Li et al. 2020",
  },
  eqml: {
    authors: ["F. Kong", "X. Jiang", "X. Wan", "S. Chen", "J. Cui", "Y. Yang"],
    title: "GPU implementation of an enhanced quasi-maximum-likelihood LDPC decoder",
    venue: "Computer Engineering 46, no. 5 (in Chinese)",
    year: 2020,
    short: "Kong et al. 2020",
  },
  sionna: {
    authors: ["NVIDIA"],
    title: "GPU-accelerated LDPC decoding, part 2: CUDA implementation",
    venue: "tutorial of the Sionna Research Kit",
    short: "Sionna tutorial",
  },
} as const satisfies Readonly<Record<string, Paper>>;

export type PaperName = keyof typeof PAPERS;

/**
 * A full citation without a full stop.
 * @example
 * citation("qkd"); // 'A. Mink and A. Nakassis, "LDPC Error Correction for Gbit/s QKD", Proc. SPIE 9123, 912304 (2014)'
 */
export function citation(name: PaperName): string {
  const { authors, title, venue, year }: Paper = PAPERS[name];
  return `${wordList(authors, "and")}, "${title}", ${venue}${year === undefined ? "" : ` (${year})`}`;
}
