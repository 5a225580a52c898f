/** Frames of the second part of a chunk, which a CPU decodes together. */
const TOGETHER = 4;
/** Longest part, in seconds, after which parts still grow. */
const SECONDS = 0.125;

/** Number of frames in a part of a chunk. The first part is one frame; later parts grow until a part takes a noticeable time. */
export class PartSize {
  frames = 1;

  /** Learns from a part. */
  learn(frames: number, seconds: number): void {
    this.frames = Math.max(this.frames, TOGETHER, seconds < SECONDS ? 2 * frames : 0);
  }
}
