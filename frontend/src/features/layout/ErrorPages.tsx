import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { messageOf } from '../../api/api-error.ts';
import { Button } from '../../components/Button.tsx';
import { FullMessage } from '../../components/Panel.tsx';
import { reloadIfReplaced } from '../../lib/missing-part.ts';

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

/** Replaces a page that failed to load or render; header and footer stay. */
export function RouteError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const queries = useQueryErrorResetBoundary();
  useEffect(() => void reloadIfReplaced(error), [error]);
  const retry = (): void => {
    queries.reset();
    reset();
    void router.invalidate();
  };
  return (
    <FullMessage
      sign="!"
      title="Something went wrong"
      text={messageOf(error, 'Please check your connection and try again.')}
    >
      <Button onClick={retry}>Try Again</Button>
    </FullMessage>
  );
}
