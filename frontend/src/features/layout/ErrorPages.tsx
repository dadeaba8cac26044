import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { isForLackOfNetwork, messageOf } from '../../api/api-error.ts';
import { Button } from '../../components/Button.tsx';
import { FullMessage } from '../../components/Panel.tsx';
import { reloadIfReplaced } from '../../lib/missing-part.ts';
import { useReconnect } from '../../lib/use-reconnect.ts';

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

/** Replaces a page that failed to load or render; header and footer stay. Tries again when the browser is online again. */
export function RouteError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const queries = useQueryErrorResetBoundary();
  useEffect(() => void reloadIfReplaced(error), [error]);
  const retry = (): void => {
    queries.reset();
    // A page whose code did not load renders the old failure until the router has loaded it.
    void router.invalidate().then(reset);
  };
  useReconnect(retry);
  const [isOffline] = useState(() => isForLackOfNetwork(error));
  return (
    <FullMessage
      sign="!"
      title={isOffline ? 'You are offline' : 'Something went wrong'}
      text={
        isOffline
          ? 'This page loads by itself when you are connected again.'
          : messageOf(error, 'Please check your connection and try again.')
      }
    >
      <Button onClick={retry}>Try Again</Button>
    </FullMessage>
  );
}
