/** Whether an old photo is longer and narrower than any that is accepted now: its own shape would fill pages, or be a line. */
export function isOutOfShape({ width, height }: { width: number; height: number }): boolean {
  return Math.max(width, height) > 5 * Math.min(width, height);
}
