import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { messageOf } from '../../api/api-error.ts';
import { Button } from '../../components/Button.tsx';
import { Notice, usePassing } from '../../components/Notice.tsx';
import { Section } from '../../components/Section.tsx';
import { SessionRow } from '../../components/SessionRow.tsx';
import { useFailureToast } from '../../components/toast.ts';
import { sessionsQuery, useEndOtherSessions, useEndSession } from './account.queries.ts';

function SessionSkeleton() {
  return (
    <div role="status" className="h-28 animate-breathe rounded-control bg-rule">
      <span className="sr-only">Loading sessions…</span>
    </div>
  );
}

/** The devices on which the account is signed in; ends one session or all others. */
export function SessionList() {
  const { data: sessions, error: problem, refetch } = useQuery(sessionsQuery);
  const endOne = useEndSession();
  const endOthers = useEndOtherSessions();
  const failure = useFailureToast();
  const [done, showDone] = usePassing();
  const heading = useRef<HTMLHeadingElement>(null);
  const failed = (error: unknown): void =>
    failure.tell('Failed to sign out', messageOf(error, 'Please try again'));
  const finish = (text: string): void => {
    failure.clear();
    showDone(text);
    // The pressed button disappears with its row; the message is under the heading.
    heading.current?.focus();
  };
  const others = sessions?.filter(({ isCurrent }) => !isCurrent) ?? [];
  return (
    <Section
      title="Sessions"
      anchor="sessions"
      intro="Where you are signed in. Ending a session signs it out at once."
      notice={done}
      heading={heading}
    >
      {!sessions && !problem && <SessionSkeleton />}
      {!sessions && problem && (
        <div className="space-y-3">
          <Notice look="danger">{messageOf(problem, 'The sessions could not be loaded.')}</Notice>
          <Button look="secondary" onClick={() => void refetch()}>
            Try Again
          </Button>
        </div>
      )}
      {sessions && (
        <ul aria-label="Sessions" className="divide-y divide-rule border-y border-rule">
          {sessions.map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              isEnding={endOne.isPending && endOne.variables === session.id}
              onEnd={() =>
                endOne.mutate(session.id, {
                  onSuccess: () => finish(`Signed out: ${session.device}`),
                  onError: failed,
                })
              }
            />
          ))}
        </ul>
      )}
      {others.length > 0 && (
        <Button
          look="secondary"
          busy={endOthers.isPending}
          className="mt-4"
          onClick={() =>
            endOthers.mutate(undefined, {
              onSuccess: () => finish('Signed out everywhere else'),
              onError: failed,
            })
          }
        >
          Sign Out Everywhere Else
        </Button>
      )}
    </Section>
  );
}
