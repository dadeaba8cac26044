import type { Post } from '../../api/types.ts';
import { scoreColour } from '../../components/Score.tsx';
import { formatScore, scoreLabel } from '../../lib/scores.ts';

/** What a post is rated at, large; a change while one looks on is told once it has come to rest. */
export function CurrentRating({ post }: { post: Post }) {
  if (post.ratingsCount === 0) {
    return <p className="mt-2 font-display text-4xl font-extrabold">Not yet rated</p>;
  }
  const score = Number(post.averageRating);
  return (
    <div aria-live="polite" aria-atomic>
      <p className="mt-1 flex items-baseline font-display font-black tracking-tight">
        <span
          key={post.averageRating}
          className={`animate-fade text-8xl leading-none forced-colors:system-plateless ${scoreColour(score)}`}
        >
          {formatScore(score)}
        </span>
        <span className="ml-2 text-3xl text-soft">/10</span>
      </p>
      <p className={`mt-3 font-display text-xl font-black tracking-wide ${scoreColour(score)}`}>
        {scoreLabel(score)}
      </p>
      <p className="mt-1 text-soft">
        From {post.ratingsCount} {post.ratingsCount === 1 ? 'score' : 'scores'}
      </p>
    </div>
  );
}
