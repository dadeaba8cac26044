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
    <div role="status" className="mx-auto max-w-wide px-4 pt-13 pb-16 sm:px-6 sm:pt-18">
      <StartAtTop />
      <span className="sr-only">Loading post…</span>
      <div aria-hidden className="grid items-start gap-x-6 gap-y-2 md:grid-cols-[1.25fr_1fr] lg:gap-x-10">
        <div className="h-[55svh] animate-breathe rounded-card bg-rule max-md:h-[clamp(45svh,100svh-328px,55svh)]" />
        <div className="h-160 rounded-card border border-rule bg-sheet" />
      </div>
    </div>
  );
}
