import { Link } from '@tanstack/react-router';
import { Button } from '../../components/Button.tsx';
import { FullMessage, StartAtTop } from '../../components/Panel.tsx';
import { PostGridSkeleton } from '../../components/PostGrid.tsx';

/** The page of a person who does not exist, or no longer. */
export function UserNotFound() {
  return (
    <FullMessage sign="?" title="User Not Found" text="This person does not exist, or has left.">
      <Button asChild>
        <Link to="/leaderboard">Back</Link>
      </Button>
    </FullMessage>
  );
}

/** The profile page while it loads, in the same size. */
export function ProfileSkeleton() {
  return (
    <div className="mx-auto max-w-wide px-4 pt-10 pb-16 sm:px-6 sm:pt-14">
      <StartAtTop />
      <div aria-hidden className="flex flex-col gap-6 sm:flex-row sm:items-start sm:gap-8">
        <div className="size-28 animate-breathe rounded-full bg-rule sm:size-36" />
        <div className="h-8 w-56 rounded-full bg-rule sm:mt-4 sm:h-11" />
      </div>
      <div className="mt-10 border-t-[1.5px] border-ink pt-8">
        <PostGridSkeleton />
      </div>
    </div>
  );
}
