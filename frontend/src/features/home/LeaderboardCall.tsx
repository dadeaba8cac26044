import { Link } from '@tanstack/react-router';
import { ArrowRight } from 'lucide-react';

const places = [
  ['2', 'h-24 bg-silver sm:h-32'],
  ['1', 'h-32 bg-gold sm:h-44'],
  ['3', 'h-18 bg-bronze sm:h-24'],
] as const;

/** The way to the leaderboard. */
export function LeaderboardCall() {
  return (
    <section
      aria-labelledby="see-the-board"
      className="grid overflow-hidden rounded-card bg-call text-on-call md:grid-cols-[1.4fr_1fr]"
    >
      <div className="p-7 sm:p-12">
        <h2 id="see-the-board" className="text-3xl sm:text-5xl">
          See who is ahead this week
        </h2>
        <p className="mt-4 max-w-md text-lg">
          Five badges to win, and a clean slate every Monday. There is always room for one more pair.
        </p>
        <Link
          to="/leaderboard"
          className="mt-7 inline-flex min-h-12 items-center gap-2.5 rounded-control bg-on-call px-6 font-semibold text-[#1a279c] outline-offset-4 outline-on-call transition-transform hover:translate-x-0.5"
        >
          View Leaderboard
          <ArrowRight aria-hidden className="size-5" />
        </Link>
      </div>
      <div aria-hidden className="flex items-end justify-center gap-2 px-6 max-md:hidden">
        {places.map(([place, look]) => (
          <span
            key={place}
            className={`grid w-24 place-items-start justify-center rounded-t-card pt-3 font-display text-4xl font-black text-on-medal ${look}`}
          >
            {place}
          </span>
        ))}
      </div>
    </section>
  );
}
