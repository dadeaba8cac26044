import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { RatingResult } from '../../api/generated/schema.d.ts';
import { ownSheetQuery } from '../../api/own-posts.ts';
import { CategoryScores } from '../../components/CategoryScores.tsx';
import { Photo } from '../../components/Photo.tsx';
import { Score } from '../../components/Score.tsx';

/** After another try: the score sheet of the own post before it. It says how the two compare if that is good news. */
export function EarlierSheet({ postId, rating }: { postId: string; rating: RatingResult }) {
  const { data: own } = useQuery(ownSheetQuery(postId));
  if (!own?.sheet) return null;
  const { imageUrl, thumbhash, averageRating } = own.sheet;
  const before = Number(averageRating);
  const isBetter = Number(rating.averageRating) > before;
  return (
    <section
      aria-labelledby="earlier"
      className="mt-6 grid animate-rise grid-cols-1 items-start gap-6 rounded-card border border-rule bg-sheet p-5 sm:p-7 md:grid-cols-2 lg:gap-10"
    >
      <div className="flex gap-4">
        <div className="size-24 shrink-0 overflow-hidden rounded-control sm:size-32">
          <Photo imageUrl={imageUrl} alt="Your earlier photo" sizes="128px" thumbhash={thumbhash} />
        </div>
        <div>
          <h2 id="earlier" className="eyebrow font-sans text-soft">
            Your Earlier Photo
          </h2>
          <p className="font-display text-4xl font-black">
            <Score value={before} />
            <span aria-hidden className="ml-1 text-xl text-soft">
              /10
            </span>
          </p>
          {isBetter && <p className="font-semibold text-good">The new one scores higher.</p>}
          <Link
            to="/post/$id"
            params={{ id: postId }}
            className="inline-flex min-h-11 items-center text-link"
          >
            Open its post
          </Link>
        </div>
      </div>
      <CategoryScores scores={own.sheet} />
    </section>
  );
}
