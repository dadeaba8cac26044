import { formatScore, scoreBand } from '../lib/scores.ts';
import { Digits } from './Digits.tsx';

const colours = {
  top: 'text-band-top',
  high: 'text-band-high',
  mid: 'text-band-mid',
  low: 'text-band-low',
  poor: 'text-band-poor',
} as const;

/** The text colour of a score out of 10. */
export function scoreColour(score: number): string {
  return colours[scoreBand(score)];
}

/** A score out of 10 in its colour, as small as it stands in a list. */
export function Score({ value, className = '' }: { value: number; className?: string }) {
  return (
    <span className={`font-display font-extrabold ${scoreColour(value)} ${className}`}>
      <Digits text={formatScore(value)} />
      <span className="sr-only">{formatScore(value)} out of 10</span>
    </span>
  );
}
