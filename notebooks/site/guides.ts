export function guideLinks(_filename: string): string {
  return '<a href="./index.html">gfq-ldpc notebooks</a><a href="./index.html">all notebooks</a>';
}
