import { type ReactNode, type RefObject, useRef } from 'react';
import { LoadFailure, usePassing } from './Notice.tsx';
import { Section, SectionSkeleton } from './Section.tsx';
import { SessionRow, type ShownSession } from './SessionRow.tsx';
import { useFailureToast } from './toast.ts';

export function useSignOutNotice() {
  const failure = useFailureToast();
  const [notice, show] = usePassing();
  const heading = useRef<HTMLHeadingElement>(null);
  return {
    notice,
    heading,
    done: (text: string): void => {
      failure.clear();
      show(text);
      // The pressed button disappears with its row; the message is under the heading.
      heading.current?.focus();
    },
    failed: (why: string): void => failure.tell('Failed to sign out', why),
  };
}

/** What most people see. */
function onlyOne(): ShownSession {
  const now = new Date().toISOString();
  const unknown = { id: '', place: null, address: null };
  return { ...unknown, device: 'This device', createdAt: now, lastUsedAt: now, isCurrent: true };
}

interface SessionsSectionProps {
  intro: string;
  notice: ReturnType<typeof useSignOutNotice>['notice'];
  heading: RefObject<HTMLHeadingElement | null>;
  /** Undefined while they are loading, and if they could not be loaded. */
  sessions: readonly ShownSession[] | undefined;
  /** Why they could not be loaded. */
  problem: string | undefined;
  onRetry: () => void;
  endingId: string | undefined;
  onEnd: (session: ShownSession) => void;
  /** What is under the list. */
  children?: ReactNode;
}

export function SessionsSection({
  intro,
  notice,
  heading,
  sessions,
  problem,
  onRetry,
  endingId,
  onEnd,
  children,
}: SessionsSectionProps) {
  return (
    <Section title="Sessions" anchor="sessions" intro={intro} notice={notice} heading={heading}>
      {!sessions && problem === undefined && (
        <SectionSkeleton of="sessions">
          <ul className="divide-y divide-rule border-y border-rule">
            <SessionRow session={onlyOne()} isEnding={false} onEnd={() => undefined} />
          </ul>
        </SectionSkeleton>
      )}
      {!sessions && problem !== undefined && <LoadFailure text={problem} onRetry={onRetry} />}
      {sessions && (
        <ul aria-label="Sessions" className="divide-y divide-rule border-y border-rule">
          {sessions.map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              isEnding={endingId === session.id}
              onEnd={() => onEnd(session)}
            />
          ))}
        </ul>
      )}
      {children}
    </Section>
  );
}
