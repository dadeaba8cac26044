import type { UseMutationResult, UseQueryResult } from '@tanstack/react-query';
import { useRef } from 'react';
import { messageOf } from '../../api/api-error.ts';
import type { AccountSession } from '../../api/generated/schema.d.ts';
import { Button } from '../../components/Button.tsx';
import { LoadFailure, usePassing } from '../../components/Notice.tsx';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { Section, SectionSkeleton } from '../../components/Section.tsx';
import { useFailureToast } from '../../components/toast.ts';
import { formatDate, formatMoment } from '../../lib/dates.ts';

interface SessionRowProps {
  session: AccountSession;
  isEnding?: boolean;
  onEnd?: () => void;
}

/** A session in a list, with a button that ends it unless it is the one of this device. */
function SessionRow({ session, isEnding = false, onEnd }: SessionRowProps) {
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

/** What most people see. */
function onlyOne(): AccountSession {
  const now = new Date().toISOString();
  const unknown = { id: '', place: null, address: null };
  return { ...unknown, device: 'This device', createdAt: now, lastUsedAt: now, isCurrent: true };
}

interface SessionsSectionProps {
  intro: string;
  sessions: UseQueryResult<AccountSession[]>;
  /** Ends the session with this id. */
  end: UseMutationResult<unknown, Error, string>;
  /** Ends all but the one of this device. */
  endOthers?: UseMutationResult<unknown, Error, void>;
}

/** The devices on which somebody is signed in, last used first; ends sessions. */
export function SessionsSection({ intro, sessions, end, endOthers }: SessionsSectionProps) {
  const { data, error, refetch } = sessions;
  const failure = useFailureToast();
  const [notice, show] = usePassing();
  const heading = useRef<HTMLHeadingElement>(null);
  const saying = (done: string) => ({
    onSuccess: () => {
      failure.clear();
      show(done);
      // The pressed button disappears with its row; the message is under the heading.
      heading.current?.focus();
    },
    onError: (problem: Error) => failure.tell('Failed to sign out', messageOf(problem)),
  });
  return (
    <Section title="Sessions" anchor="sessions" intro={intro} notice={notice} heading={heading}>
      {!data && !error && (
        <SectionSkeleton of="sessions">
          <ul className="divide-y divide-rule border-y border-rule">
            <SessionRow session={onlyOne()} />
          </ul>
        </SectionSkeleton>
      )}
      {!data && error && (
        <LoadFailure text={messageOf(error, 'The sessions could not be loaded.')} onRetry={refetch} />
      )}
      {data && (
        <ul aria-label="Sessions" className="divide-y divide-rule border-y border-rule">
          {data.map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              isEnding={end.isPending && end.variables === session.id}
              onEnd={() => end.mutate(session.id, saying(`Signed out: ${session.device}`))}
            />
          ))}
        </ul>
      )}
      {endOthers && data?.some(({ isCurrent }) => !isCurrent) && (
        <Button
          look="secondary"
          busy={endOthers.isPending}
          className="mt-4"
          onClick={() => endOthers.mutate(undefined, saying('Signed out everywhere else'))}
        >
          Sign Out Everywhere Else
        </Button>
      )}
    </Section>
  );
}
