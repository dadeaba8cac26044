import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '../../components/Button.tsx';
import { formatMinute } from '../../lib/dates.ts';

/** In the place of the photo. Takes the focus from what was pressed before and is gone. */
function Card({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <section className="flex grow flex-col items-center justify-center rounded-card border border-rule bg-sheet px-5 py-8 text-center">
      <h2 ref={heading} tabIndex={-1} className="text-3xl">
        {title}
      </h2>
      <p className="mt-3 max-w-md text-soft">{text}</p>
      <div className="mt-6 flex flex-wrap justify-center gap-3">
        {children}
        <Button asChild look="secondary">
          <Link to="/leaderboard">View Leaderboard</Link>
        </Button>
        <Button asChild look="secondary">
          <Link to="/">Upload a Photo</Link>
        </Button>
      </div>
    </section>
  );
}

export function WeekSeen({ onGoOn }: { onGoOn: () => void }) {
  return (
    <Card
      title="You have seen all of this week"
      text="Thank you! A new week starts on Monday. Until then there are photos of earlier weeks."
    >
      <Button onClick={onGoOn}>Go on with older ones</Button>
    </Card>
  );
}

export function NothingLeft() {
  return (
    <Card
      title="You have seen them all"
      text="Thank you! There is nothing left to rate at the moment. A new week starts on Monday."
    />
  );
}

/** The server takes no scores until then (milliseconds since 1970). */
export function Break({ until }: { until: number }) {
  return (
    <Card
      title="That was a good run"
      text={`Take a break. It goes on by itself on ${formatMinute(new Date(until).toISOString())}, and what you gave last is kept.`}
    />
  );
}
