import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { timeLeft } from '../../lib/countdown.ts';
import { useNow } from '../../lib/use-now.ts';

/**
 * How long after the end the new week is asked for, in milliseconds, and how long after that once more, until it is there:
 * clocks differ, a call may fail, and not all may come at once.
 */
const settling = (): number => 1000 + Math.random() * 4000;
const pause = (): number => 20_000 + Math.random() * 20_000;

const end = new Intl.DateTimeFormat('en-GB', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  hour: '2-digit',
  minute: '2-digit',
});

const units = [
  ['days', 'd'],
  ['hours', 'h'],
  ['minutes', 'm'],
  ['seconds', 's'],
] as const;

interface CountdownProps {
  /** When the week ends, by the server's clock (ISO 8601). */
  endsAt: string;
  /** How far the clock here is ahead of the server's, in milliseconds. */
  clockAhead: number;
}

/**
 * What is left of the running week, second by second for the eye; screen readers get the end once. When it has come, the
 * boards are read anew, until they tell of another end.
 */
export function Countdown({ endsAt, clockAhead }: CountdownProps) {
  const queryClient = useQueryClient();
  const left = timeLeft(endsAt, useNow('second') - clockAhead);
  const isOver = left === undefined;
  useEffect(() => {
    if (!isOver) return undefined;
    let timer: ReturnType<typeof setTimeout>;
    const askIn = (delay: number): void => {
      timer = setTimeout(() => {
        void queryClient.invalidateQueries({ queryKey: ['api', 'leaderboard'] });
        askIn(pause());
      }, delay);
    };
    askIn(settling());
    return () => clearTimeout(timer);
  }, [isOver, queryClient]);
  return (
    <p className="flex items-baseline gap-2.5">
      <span className="eyebrow text-soft">{isOver ? 'The week is over' : 'Ends in'}</span>
      {left && (
        <span aria-hidden className="flex gap-2 text-xl font-bold tabular-nums">
          {units.map(([unit, letter]) => (
            <span key={unit}>
              {unit === 'days' ? left.days : String(left[unit]).padStart(2, '0')}
              <span className="text-[0.9375rem] font-semibold text-soft">{letter}</span>
            </span>
          ))}
        </span>
      )}
      <span className="sr-only">The week ends on {end.format(new Date(endsAt))} in your time.</span>
    </p>
  );
}
