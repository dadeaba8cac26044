import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { messageOf } from '../../../api/api-error.ts';
import { Button } from '../../../components/Button.tsx';
import { Notice, usePassing } from '../../../components/Notice.tsx';
import { Section } from '../../../components/Section.tsx';
import { SessionRow } from '../../../components/SessionRow.tsx';
import { useFailureToast } from '../../../components/toast.ts';
import { adminSessionsQuery, useEndAdminSession } from './own-login.queries.ts';

/** Where the admin is signed in to the back office; ends sessions. */
export function OwnSessions() {
  const { data: sessions, error: problem, refetch } = useQuery(adminSessionsQuery);
  const end = useEndAdminSession();
  const failure = useFailureToast();
  const [done, showDone] = usePassing();
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <Section
      title="Sessions"
      anchor="sessions"
      intro="A session ends after 8 hours, or after 30 minutes without use."
      notice={done}
      heading={heading}
    >
      {!sessions && !problem && (
        <div role="status" className="h-28 animate-breathe rounded-control bg-rule">
          <span className="sr-only">Loading sessions…</span>
        </div>
      )}
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
              isEnding={end.isPending && end.variables === session.id}
              onEnd={() =>
                end.mutate(session.id, {
                  onSuccess: () => {
                    failure.clear();
                    showDone(`Signed out: ${session.device}`);
                    // The pressed button disappears with its row; the message is under the heading.
                    heading.current?.focus();
                  },
                  onError: (error) =>
                    failure.tell('Failed to sign out', messageOf(error, 'Please try again')),
                })
              }
            />
          ))}
        </ul>
      )}
    </Section>
  );
}
