import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { messageOf } from '../../api/api-error.ts';
import type { AccountSession } from '../../api/types.ts';
import { Button } from '../../components/Button.tsx';
import { Notice, usePassing } from '../../components/Notice.tsx';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { Section } from '../../components/Section.tsx';
import { useFailureToast } from '../../components/toast.ts';
import { formatDate, formatMoment } from '../../lib/dates.ts';
import { sessionsQuery, useEndOtherSessions, useEndSession } from './account.queries.ts';

interface SessionRowProps {
  session: AccountSession;
  isEnding: boolean;
  onEnd: () => void;
}

function SessionRow({ session, isEnding, onEnd }: SessionRowProps) {
  const { device, place: location, address, createdAt, lastUsedAt, isCurrent } = session;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-5 gap-y-3 py-4">
      <div className="min-w-0">
        <p className="font-semibold">{device}</p>
        <p className="text-[0.9375rem] break-words text-soft">
          {[location, address].filter(Boolean).join(' · ') || 'Location unknown'}
        </p>
        <p className="text-[0.9375rem] text-soft">
          Last used <RelativeTime iso={lastUsedAt} /> · signed in on {formatDate(createdAt)}
        </p>
      </div>
      {isCurrent ? (
        <p className="rounded-full bg-wash px-3 py-1 text-sm font-bold">This device</p>
      ) : (
        <Button
          look="secondary"
          busy={isEnding}
          onClick={onEnd}
          // With date and time, because one browser may have several sessions.
          aria-label={`Sign out ${device}, signed in on ${formatMoment(createdAt)}`}
        >
          Sign Out
        </Button>
      )}
    </li>
  );
}

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
