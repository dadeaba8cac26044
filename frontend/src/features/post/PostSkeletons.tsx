import { Link } from '@tanstack/react-router';
import { Button } from '../../components/Button.tsx';
import { FullMessage, StartAtTop } from '../../components/Panel.tsx';

/** The page of a post that does not exist or is hidden. */
export function PostNotFound() {
  return (
    <FullMessage sign="?" title="Post not found" text="It may have been deleted or hidden.">
      <Button asChild>
        <Link to="/leaderboard">View Leaderboard</Link>
      </Button>
    </FullMessage>
  );
}

/** The post page while it loads, in the same size. */
export function PostSkeleton() {
  return (
    <div role="status" className="mx-auto max-w-wide px-4 pt-19 pb-16 sm:px-6">
      <StartAtTop />
      <span className="sr-only">Loading post…</span>
      <div aria-hidden className="grid items-start gap-6 md:grid-cols-[1.25fr_1fr] lg:gap-10">
        <div className="aspect-square animate-breathe rounded-card bg-rule" />
        <div className="h-160 rounded-card border border-rule bg-sheet" />
      </div>
    </div>
  );
}
