import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { RatingResult } from '../../api/types.ts';
import { PendingNotice } from '../rating/PendingNotice.tsx';
import { RatingView } from '../rating/RatingView.tsx';
import { latestRatingQuery } from '../rating/rating.queries.ts';
import { useAutoPublish, usePendingRating } from '../rating/use-pending-rating.ts';
import { useSession } from '../session/session.queries.ts';
import { UploadCard } from '../upload/UploadCard.tsx';
import { Hero } from './Hero.tsx';
import { HowItWorks } from './HowItWorks.tsx';
import { LeaderboardCall } from './LeaderboardCall.tsx';

/** The first page: a photo goes in, a score comes out; a saved rating goes on from here. */
export function Home() {
  const queryClient = useQueryClient();
  const { user, isLoading } = useSession();
  const { data: rating = null } = useQuery({ ...latestRatingQuery, enabled: false });
  const { pending, keep, forget } = usePendingRating();
  const setRating = useCallback(
    (value: RatingResult | null) => void queryClient.setQueryData(latestRatingQuery.queryKey, value),
    [queryClient],
  );
  const finish = useCallback(() => {
    forget();
    setRating(null);
  }, [forget, setRating]);
  const { isPublishing } = useAutoPublish(user, { pending, forget }, finish);
  return (
    <div className="mx-auto max-w-7xl space-y-16 px-4 pt-8 pb-16 sm:space-y-24 sm:px-6 sm:pt-12 sm:pb-24">
      <div className="space-y-8">
        {pending && !isLoading && (
          <PendingNotice pending={pending} user={user} isPublishing={isPublishing} onDiscard={forget} />
        )}
        {rating ? (
          <RatingView
            rating={rating}
            user={user}
            onKeep={keep}
            onPublished={finish}
            onUploadAnother={() => setRating(null)}
          />
        ) : (
          <Hero>
            <UploadCard onRated={setRating} />
          </Hero>
        )}
      </div>
      <HowItWorks />
      <LeaderboardCall />
    </div>
  );
}
