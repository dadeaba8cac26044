import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReviewItem } from '../../../api/generated/schema.d.ts';
import { Button } from '../../../components/Button.tsx';
import { counted } from '../../../lib/wording.ts';
import { countsQuery } from '../layout/counts.query.ts';
import { DashboardTabs } from '../layout/DashboardTabs.tsx';
import { PageTitle } from '../layout/PageTitle.tsx';
import { ListView } from '../table/ListView.tsx';
import { rowButton } from '../table/menu-item.ts';
import { isTaken, ownNoteOf, queue } from './queue-list.tsx';
import { ownerOf } from './review-words.ts';

export function QueuePage() {
  const navigate = useNavigate();
  const { data: counts } = useQuery(countsQuery);
  const button = (item: ReviewItem) =>
    !isTaken(item) &&
    item.unreadable === null && (
      <Button
        look="secondary"
        className={rowButton}
        aria-label={`Review the post by ${ownerOf(item)}`}
        {...(item.isOwn && { 'aria-disabled': true, 'aria-describedby': ownNoteOf(item) })}
        onClick={() => void navigate({ to: '/rtm-sys/review', search: { post: item.id } })}
      >
        Review
      </Button>
    );
  return (
    <>
      <PageTitle intro="Most harm first, then most reach, then oldest. A post that you review is yours for 10 minutes.">
        Review Queue
      </PageTitle>
      <DashboardTabs />
      <div className="mb-5 flex flex-wrap items-center gap-x-5 gap-y-3">
        <Button asChild>
          <Link to="/rtm-sys/review">Start Reviewing</Link>
        </Button>
        {counts && (
          <p role="status">
            <span>
              {counts.queue === 0
                ? 'Nothing waits for a review.'
                : `${counted(counts.queue, 'post')} to review`}
            </span>
            {counts.overdue > 0 && (
              <span>
                , <strong className="text-danger">{`${counts.overdue} overdue`}</strong>
              </span>
            )}
          </p>
        )}
      </div>
      <ListView list={queue} rowActions={button} />
    </>
  );
}
