const LABELS = [
  [9, 'LEGENDARY'],
  [8, 'EXCELLENT'],
  [7, 'GREAT'],
  [6, 'GOOD'],
  [5, 'AVERAGE'],
  [3, 'BELOW AVERAGE'],
] as const;

/** The word for a score out of 10, the same as on the screen. */
export function scoreLabel(score: number): string {
  return LABELS.find(([from]) => score >= from)?.[1] ?? 'NEEDS WORK';
}
