import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowRight } from 'lucide-react';
import { useCallback, useState } from 'react';
import { weeklyQuery } from '../../api/boards.ts';
import { Photo } from '../../components/Photo.tsx';
import { useReached } from '../../lib/use-reached.ts';

const podium = [
  [2, 'h-18 bg-silver sm:h-22'],
  [1, 'h-24 bg-gold sm:h-30'],
  [3, 'h-14 bg-bronze sm:h-16'],
] as const;

/** A link to the leaderboard, with this week's first three. */
export function LeaderboardCall() {
  const [isNear, setNear] = useState(false);
  const section = useReached<HTMLElement>(
    useCallback(() => setNear(true), []),
    !isNear,
  );
  // Decorative: without an answer the podium stays empty.
  const { data } = useInfiniteQuery({ ...weeklyQuery(undefined, '', 'top'), enabled: isNear });
  return (
    <section
      ref={section}
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
        {podium.map(([rank, look]) => {
          const post = data?.pages[0]?.posts.find((entry) => entry.rank === rank);
          return (
            <div key={rank} className="w-24">
              <div className="mx-auto mb-2 size-20 overflow-hidden rounded-full">
                {post && !post.removed && (
                  <Photo imageUrl={post.imageUrl} alt="" thumbhash={post.thumbhash} sizes="80px" />
                )}
              </div>
              <div
                className={`grid place-items-start justify-center rounded-t-card pt-2 font-display text-4xl font-black text-on-medal ${look}`}
              >
                {rank}
              </div>
            </div>
          );
        })}
      </div>
    </section>
  );
}
