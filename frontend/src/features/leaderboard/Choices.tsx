import { useLinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { LeaderboardSearch } from './leaderboard-search.ts';

interface ChoiceProps {
  /** What it changes about the board. */
  change: Partial<LeaderboardSearch>;
  isChosen: boolean;
  children: ReactNode;
}

function Choice({ change, isChosen, children }: ChoiceProps) {
  const link = useLinkProps({
    to: '/leaderboard',
    search: (before) => ({ ...before, after: undefined, ...change }),
    resetScroll: false,
  });
  return (
    <a
      {...link}
      // The router knows only whether the address contains the change.
      aria-current={isChosen ? 'page' : undefined}
      className="inline-flex min-h-9 items-center rounded-[0.3rem] px-3.5 text-[0.9375rem] max-sm:min-h-11 max-sm:px-2 max-sm:text-sm font-semibold whitespace-nowrap text-soft transition-colors hover:text-ink aria-[current=page]:bg-ink aria-[current=page]:text-paper forced-colors:aria-[current=page]:system-chosen"
    >
      {children}
    </a>
  );
}

interface ChoicesProps<Value extends string> {
  /** What is chosen, for screen readers. */
  label: string;
  options: readonly (readonly [value: Value, text: string])[];
  chosen: Value;
  changeTo: (value: Value) => Partial<LeaderboardSearch>;
}

/** Ways to see the board, as links beside each other. */
export function Choices<Value extends string>({ label, options, chosen, changeTo }: ChoicesProps<Value>) {
  return (
    <nav
      aria-label={label}
      className="inline-flex max-w-full rounded-control border-[1.5px] border-ink bg-sheet p-0.5 sm:p-1"
    >
      {options.map(([value, text]) => (
        <Choice key={value} change={changeTo(value)} isChosen={value === chosen}>
          {text}
        </Choice>
      ))}
    </nav>
  );
}
