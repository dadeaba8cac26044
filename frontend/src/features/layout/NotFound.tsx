import { Link } from '@tanstack/react-router';
import { Button } from '../../components/Button.tsx';
import { FullMessage } from '../../components/FullMessage.tsx';

/** The page for every address that leads nowhere. */
export function NotFound() {
  return (
    <FullMessage
      sign="404"
      title="Page not found"
      text="There is nothing at this address. Perhaps it walked off."
    >
      <Button asChild>
        <Link to="/">Go Home</Link>
      </Button>
      <Button asChild look="secondary">
        <Link to="/leaderboard">View Leaderboard</Link>
      </Button>
    </FullMessage>
  );
}
