import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { messageOf } from '../../api/api-error.ts';
import { Button } from '../../components/Button.tsx';
import { FullMessage } from '../../components/FullMessage.tsx';
import { reloadIfReplaced } from '../../lib/missing-part.ts';

/** What stands in place of a page that could not be loaded or shown; header and footer stay. */
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
