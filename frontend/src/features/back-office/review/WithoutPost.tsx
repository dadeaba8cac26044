import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleCheckBig } from 'lucide-react';
import { Button } from '../../../components/Button.tsx';
import { Notice } from '../../../components/Notice.tsx';
import { counted } from '../../../lib/wording.ts';
import { countsQuery } from '../layout/Sidebar.tsx';
import type { ReviewMachine, ReviewState } from './review-machine.ts';

/** Shown when no post is left that the admin can claim. */
function Empty({ passed, onStartOver }: { passed: number; onStartOver: () => void }) {
  const { data: counts } = useQuery(countsQuery);
  const others = Math.max(0, (counts?.queue ?? 0) - passed);
  return (
    <div className="flex max-w-xl gap-4 rounded-card border border-rule bg-sheet p-5 shadow-lift sm:p-7">
      <CircleCheckBig aria-hidden className="mt-1 size-6 shrink-0 text-good" />
      <div role="status">
        <p className="font-semibold">{passed > 0 ? 'Nothing else waits for you.' : 'All done. Thank you!'}</p>
        <p className="mt-1 text-soft">
          {others > 0
            ? `${counted(others, 'post')} of the queue ${others === 1 ? 'is' : 'are'} with other admins, or your own.`
            : 'No other post waits for a review.'}
        </p>
        <div className="mt-4 flex flex-wrap gap-2">
          {passed > 0 && (
            <Button onClick={onStartOver}>
              {passed === 1 ? 'Look at the Passed Post' : `Look at the ${passed} Passed Posts`}
            </Button>
          )}
          <Button asChild look="secondary">
            <Link to="/rtm-sys/queue">To the Queue</Link>
          </Button>
        </div>
      </div>
    </div>
  );
}

/** What is shown in place of a post. */
export function WithoutPost({
  machine,
  state: { phase, passed },
}: {
  machine: ReviewMachine;
  state: ReviewState;
}) {
  switch (phase.kind) {
    case 'claiming':
      return (
        <div role="status" className="grid gap-6 lg:grid-cols-[minmax(0,26rem)_minmax(0,1fr)]">
          <span className="sr-only">Loading the next post…</span>
          <div className="aspect-square animate-breathe rounded-card bg-rule" />
        </div>
      );
    case 'empty':
      return <Empty passed={passed.length} onStartOver={() => void machine.startOver()} />;
    case 'ended':
    case 'failed': {
      const postId = phase.kind === 'ended' ? phase.postId : undefined;
      return (
        <div className="max-w-xl space-y-4">
          <Notice look="danger">
            {phase.kind === 'failed' ? `The next post could not be loaded. ${phase.why}` : phase.why}
          </Notice>
          <div className="flex flex-wrap gap-2">
            <Button onClick={() => void machine.next()}>
              {phase.kind === 'failed' ? 'Try Again' : 'Next Post'}
            </Button>
            {postId !== undefined && (
              <Button look="secondary" onClick={() => void machine.claim(postId)}>
                Take It Again
              </Button>
            )}
          </div>
        </div>
      );
    }
    case 'reviewing':
      return null;
  }
}
