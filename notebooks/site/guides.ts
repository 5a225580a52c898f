export function guideLinks(_f: string): string {
  return "";
}
