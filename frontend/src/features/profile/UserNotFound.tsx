import { Link } from '@tanstack/react-router';
import { Button } from '../../components/Button.tsx';
import { FullMessage } from '../../components/FullMessage.tsx';

/** The page of a person who does not exist, or no more. */
export function UserNotFound() {
  return (
    <FullMessage sign="?" title="User Not Found" text="Nobody walks here under this address, or no longer.">
      <Button asChild>
        <Link to="/leaderboard">Back</Link>
      </Button>
    </FullMessage>
  );
}
