import { useEffect, useState } from 'react';
import { formatScore, scoreBand } from '../lib/scores.ts';

/**
 * A number whose digits all have the same width, so that scores align and do not shift while they count. Set by hand,
 * because the display font has tabular figures in one weight only. Hidden from screen readers: give them the number
 * as text.
 */
function Digits({ text }: { text: string }) {
  return (
    <span aria-hidden className="whitespace-nowrap forced-colors:system-plateless">
      {Array.from(text, (sign, index) => (
        <span key={index} className={/\d/.test(sign) ? 'inline-block w-[0.7em] text-center' : undefined}>
          {sign}
        </span>
      ))}
    </span>
  );
}

/** The colours of ranks from 1 to 3. */
export const medals = ['bg-gold', 'bg-silver', 'bg-bronze'] as const;

const colours = {
  top: 'gold-plate',
  high: 'text-band-high',
  mid: 'text-band-mid',
  low: 'text-band-low',
  poor: 'text-band-poor',
} as const;

/** The colour of a score out of 10: of its text or, for the best, of a plate behind it. */
export function scoreColour(score: number): string {
  return colours[scoreBand(score)];
}

/** A score out of 10 in its colour, as shown in lists. */
export function Score({ value, className = '' }: { value: number; className?: string }) {
  return (
    <span className={`font-display font-extrabold ${scoreColour(value)} ${className}`}>
      <Digits text={formatScore(value)} />
      <span className="sr-only">{`${formatScore(value)} out of 10`}</span>
    </span>
  );
}

/** How long the counting takes in milliseconds; 0 with reduced motion. */
function countingTime(): number {
  return matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 900;
}

/**
 * A number that counts up from 0 once, or appears at once with reduced motion. Screen readers get only the final
 * value.
 */
export function CountUp({ value, format }: { value: number; format: (value: number) => string }) {
  const [shown, setShown] = useState(() => (countingTime() === 0 ? value : 0));
  useEffect(() => {
    const duration = countingTime();
    let frame = 0;
    const start = performance.now();
    const step = (now: number): void => {
      const part = duration === 0 ? 1 : Math.min(1, Math.max(0, now - start) / duration);
      setShown(value * (1 - (1 - part) ** 3));
      if (part < 1) frame = requestAnimationFrame(step);
    };
    frame = requestAnimationFrame(step);
    return () => cancelAnimationFrame(frame);
  }, [value]);
  return (
    <>
      <Digits text={format(shown)} />
      <span className="sr-only">{format(value)}</span>
    </>
  );
}
