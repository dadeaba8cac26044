import { Link } from '@tanstack/react-router';
import { Button } from '../../components/Button.tsx';
import { FullMessage } from '../../components/FullMessage.tsx';

/** The page of a post that does not exist, or is not shown to this visitor. */
export function PostNotFound() {
  return (
    <FullMessage sign="?" title="Post not found" text="It may have been deleted or hidden.">
      <Button asChild>
        <Link to="/leaderboard">View Leaderboard</Link>
      </Button>
    </FullMessage>
  );
}
