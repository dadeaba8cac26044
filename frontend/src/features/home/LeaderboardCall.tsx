import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowRight } from 'lucide-react';
import type { BoardSummary } from '../../api/generated/schema.d.ts';
import { Photo } from '../../components/Photo.tsx';
import { medals, Score } from '../../components/Score.tsx';
import { formatWhole, plural, shownName } from '../../lib/wording.ts';
import { summaryQuery } from './home.queries.ts';

function Podium({ posts }: { posts: BoardSummary['podium'] }) {
  return (
    <ol aria-label="First this week" className="space-y-1 rounded-card bg-sheet p-2 text-ink">
      {posts.map((post) => (
        <li key={post.id}>
          <Link
            to="/post/$id"
            params={{ id: post.id }}
            className="group flex flex-wrap items-center gap-2.5 rounded-control py-1.5 sm:gap-3 sm:p-2"
          >
            <span
              className={`grid size-8 shrink-0 place-items-center rounded-full font-display font-black text-on-medal ${medals[post.rank - 1]}`}
            >
              {post.rank}
            </span>
            <span className="size-12 shrink-0 overflow-hidden rounded-control bg-rule">
              <Photo imageUrl={post.imageUrl} alt="" thumbhash={post.thumbhash} sizes="48px" widest={480} />
            </span>
            <span
              dir="auto"
              translate="no"
              className="line-clamp-2 min-w-0 grow basis-[4.5rem] text-left leading-tight font-semibold [overflow-wrap:anywhere] group-hover:underline max-sm:text-[0.9375rem]"
            >
              {shownName(post)}
            </span>
            <Score value={Number(post.averageRating)} className="shrink-0 text-xl sm:text-2xl" />
          </Link>
        </li>
      ))}
    </ol>
  );
}

function titleAndText(summary: BoardSummary | undefined): readonly [title: string, text: string] {
  if (summary?.posts === 0) {
    return [
      'Be the first on the board',
      'Nobody has posted yet. Upload a photo, post it, and first place is yours.',
    ];
  }
  if (summary?.podium.length === 0) {
    return [
      'First place is free',
      'The week is new, and nobody has a score yet. Upload a photo, post it, and first place is yours.',
    ];
  }
  return [
    summary ? 'See who is ahead this week' : 'There is a board for that',
    'Five badges to win, and a clean slate every Monday. There is always room for one more pair.',
  ];
}

function Figure({ count, noun }: { count: number; noun: string }) {
  return (
    <p className="leading-tight">
      <span className="block font-display text-4xl font-black">{formatWhole(count)}</span>{' '}
      <span>{plural(count, noun)}</span>
    </p>
  );
}

/** A link to the leaderboard: with this week's first three, or with what is missing. */
export function LeaderboardCall() {
  const { data } = useQuery(summaryQuery);
  const [title, text] = titleAndText(data);
  return (
    <section
      aria-labelledby="see-the-board"
      className={`grid grid-cols-1 items-center gap-x-10 gap-y-8 rounded-card bg-call p-5 py-7 text-on-call sm:p-12 lg:grid-cols-[1.3fr_1fr] ${data ? '' : 'min-h-104'}`}
    >
      <div>
        <h2 id="see-the-board" className="text-3xl sm:text-5xl">
          {title}
        </h2>
        <p className="mt-4 max-w-md text-lg">{text}</p>
        {data && data.posts > 0 && (
          <div className="mt-6 flex gap-10">
            <Figure count={data.posts} noun="post" />
            <Figure count={data.ratings} noun="rating" />
          </div>
        )}
        <Link
          to="/leaderboard"
          className="mt-7 inline-flex min-h-12 items-center gap-2.5 rounded-control bg-on-call px-6 font-semibold text-[#1a279c] outline-offset-4 outline-on-call transition-transform hover:translate-x-0.5"
        >
          View Leaderboard
          <ArrowRight aria-hidden className="size-5" />
        </Link>
      </div>
      {data && data.podium.length > 0 && <Podium posts={data.podium} />}
    </section>
  );
}
