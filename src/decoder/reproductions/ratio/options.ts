import { type DecoderOptions, wordsOf } from "../../option.ts";

/** How messages are laid out in memory: the paper's designs. */
export type RatioLayout = "frames" | "two-arrays" | "columns" | "rows";

/** Each layout as constants of the kernels, and in words. */
export const RATIO_LAYOUTS: Readonly<
  Record<RatioLayout, { FRAME_INTERLEAVED: 0 | 1; ROWS: 0 | 1; ONE_ARRAY: 0 | 1; note: string }>
> = {
  frames: {
    FRAME_INTERLEAVED: 1,
    ROWS: 0,
    ONE_ARRAY: 0,
    note: "two arrays, each read in its order, frame-interleaved (the paper's NoM)",
  },
  "two-arrays": {
    FRAME_INTERLEAVED: 0,
    ROWS: 0,
    ONE_ARRAY: 0,
    note: "two arrays, each read in its order, [slot][node] (the paper's NoS)",
  },
  columns: {
    FRAME_INTERLEAVED: 0,
    ROWS: 0,
    ONE_ARRAY: 1,
    note: "one array [slot][variable] (the paper's Scol)",
  },
  rows: { FRAME_INTERLEAVED: 0, ROWS: 1, ONE_ARRAY: 1, note: "one array [variable][slot] (the paper's Srow)" },
};

/** Largest channel LLR by the bits of a message, a little below the largest message. The LLR of an error probability of 0.3 % fits. */
export const RATIO_LLR_CLIP = { "8": 6, "10": 7.5, "32": 15 } as const;

export const RATIO_OPTIONS = {
  bits: {
    default: "10",
    choices: ["10", "8", "32"],
    description: "bits of a message's magnitude |a|, which has a sign beside it; 32: f32, not quantised",
  },
  layout: {
    default: "frames",
    choices: wordsOf(RATIO_LAYOUTS),
    how: true,
    description:
      "where messages are: frame-interleaved, or frame by frame in two arrays, each in the order in which it is read, or in " +
      "one array [slot][variable] (columns) or [variable][slot] (rows)",
  },
} as const satisfies DecoderOptions;
