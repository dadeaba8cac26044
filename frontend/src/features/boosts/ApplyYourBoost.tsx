import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Zap } from 'lucide-react';
import { useState } from 'react';
import { useUnusedBoosts } from '../../api/boosts.ts';
import { ownPostsQuery } from '../../api/own-posts.ts';
import { Button, ShowMore } from '../../components/Button.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { Photo } from '../../components/Photo.tsx';
import { boostNames, boostOf } from '../../lib/boosts.ts';
import { formatMoment } from '../../lib/dates.ts';
import { counted } from '../../lib/wording.ts';
import { ApplyBoostDialog } from './ApplyBoostDialog.tsx';
import { useObstacles } from './obstacles.ts';

/** The person's posts that can be boosted; a press chooses one. */
function PostChoice({ onChoose }: { onChoose: (postId: string) => void }) {
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(ownPostsQuery);
  const posts = data?.pages
    .flatMap((page) => page.posts)
    .filter((post) => post.isPublic && boostOf(post) === undefined);
  if (!posts) return <p>Loading your posts…</p>;
  return (
    <>
      {posts.length === 0 && (
        <p>
          None of your posts can be boosted now.{' '}
          <Link to="/" className="text-link">
            Upload a photo
          </Link>
        </p>
      )}
      <ul className="grid grid-cols-3 gap-3 sm:grid-cols-4">
        {posts.map(({ id, imageUrl, thumbhash, createdAt }) => (
          <li key={id}>
            <button
              type="button"
              aria-label={`The post of ${formatMoment(createdAt)}`}
              onClick={() => onChoose(id)}
              className="block aspect-square w-full overflow-hidden rounded-control border-[1.5px] border-line hover:border-accent"
            >
              <Photo imageUrl={imageUrl} alt="" thumbhash={thumbhash} sizes="128px" />
            </button>
          </li>
        ))}
      </ul>
      {hasNextPage && <ShowMore busy={isFetchingNextPage} onClick={() => void fetchNextPage()} />}
    </>
  );
}

/** Offers to use a boost, until none is left; renders nothing without one, or for those who may not use it. */
export function ApplyYourBoost() {
  const unused = useUnusedBoosts();
  const { toApply } = useObstacles();
  const [isChoosing, setChoosing] = useState(false);
  const [postId, setPostId] = useState<string>();
  if (!unused?.boost || toApply !== undefined) return null;
  const { count, boost } = unused;
  return (
    <section
      aria-label="Unused boost"
      className="flex flex-wrap items-center gap-3 rounded-card border border-rule bg-sheet p-3 shadow-lift sm:gap-x-4 sm:px-4"
    >
      <Zap
        aria-hidden
        className={`size-9 shrink-0 rounded-full p-2 max-sm:hidden ${boost.boostType === 'mega' ? 'bg-gold text-on-medal' : 'bg-wash text-accent'}`}
      />
      <p className="flex-1 sm:min-w-44">
        <strong className="font-bold">
          {count === 1 ? `1 unused ${boostNames[boost.boostType]}` : counted(count, 'unused boost')}
        </strong>{' '}
        <span className="text-soft max-sm:hidden">It puts one of your posts above the others.</span>
      </p>
      <Button onClick={() => setChoosing(true)}>Apply your boost</Button>
      <Dialog
        open={isChoosing}
        onOpenChange={setChoosing}
        title="Choose a Post"
        description="Any public post of yours that has no boost."
      >
        <div className="mt-5">
          <PostChoice
            onChoose={(id) => {
              setChoosing(false);
              setPostId(id);
            }}
          />
        </div>
      </Dialog>
      {postId !== undefined && <ApplyBoostDialog postId={postId} open onClose={() => setPostId(undefined)} />}
    </section>
  );
}
