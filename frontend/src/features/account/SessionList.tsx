import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { messageOf } from '../../api/api-error.ts';
import type { AccountSession } from '../../api/types.ts';
import { Button } from '../../components/Button.tsx';
import { Notice } from '../../components/Notice.tsx';
import { PassingNotice } from '../../components/PassingNotice.tsx';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { Section } from '../../components/Section.tsx';
import { toast } from '../../components/toast-store.ts';
import { formatDate } from '../../lib/dates.ts';
import { usePassing } from '../../lib/use-passing.ts';
import { sessionsQuery, useEndOtherSessions, useEndSession } from './sessions.queries.ts';

interface SessionRowProps {
  session: AccountSession;
  isEnding: boolean;
  onEnd: () => void;
}

function SessionRow({ session, isEnding, onEnd }: SessionRowProps) {
  const { device, place, address, createdAt, lastUsedAt, isCurrent } = session;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-5 gap-y-3 py-4">
      <div className="min-w-0">
        <p className="font-semibold">{device}</p>
        <p className="text-[0.9375rem] break-words text-soft">
          {[place, address].filter(Boolean).join(' · ') || 'Place unknown'}
        </p>
        <p className="text-[0.9375rem] text-soft">
          Last used <RelativeTime iso={lastUsedAt} /> · signed in on {formatDate(createdAt)}
        </p>
      </div>
      {isCurrent ? (
        <p className="rounded-full bg-wash px-3 py-1 text-sm font-bold">This device</p>
      ) : (
        <Button look="secondary" busy={isEnding} onClick={onEnd} aria-label={`Sign out ${device}`}>
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

/** Where the account is signed in, with the means to sign out in one place or in all others. */
export function SessionList() {
  const { data: sessions, error, refetch } = useQuery(sessionsQuery);
  const endOne = useEndSession();
  const endOthers = useEndOtherSessions();
  const [done, showDone] = usePassing();
  const list = useRef<HTMLUListElement>(null);
  const failed = (failure: unknown): void =>
    toast({
      title: 'Failed to sign out',
      description: messageOf(failure, 'Please try again'),
      look: 'danger',
    });
  const finish = (text: string): void => {
    showDone(text);
    // The button that was pressed goes with its row.
    list.current?.focus({ preventScroll: true });
  };
  const others = sessions?.filter(({ isCurrent }) => !isCurrent) ?? [];
  return (
    <Section title="Sessions" intro="Where you are signed in. A session that you end is out at once.">
      {!sessions && !error && <SessionSkeleton />}
      {!sessions && error && (
        <div className="space-y-3">
          <Notice look="danger">{messageOf(error, 'The sessions could not be loaded.')}</Notice>
          <Button look="secondary" onClick={() => void refetch()}>
            Try Again
          </Button>
        </div>
      )}
      {sessions && (
        <ul
          ref={list}
          tabIndex={-1}
          aria-label="Sessions"
          className="divide-y divide-rule border-y border-rule"
        >
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
      <div
        className={`flex flex-wrap items-center gap-x-5 gap-y-2 ${others.length > 0 ? 'mt-4' : 'mt-2 -mb-3 sm:-mb-6'}`}
      >
        {others.length > 0 && (
          <Button
            look="secondary"
            busy={endOthers.isPending}
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
        <PassingNotice text={done} />
      </div>
    </Section>
  );
}
