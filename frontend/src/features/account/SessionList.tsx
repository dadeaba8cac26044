import { useQuery } from '@tanstack/react-query';
import { messageOf } from '../../api/api-error.ts';
import { Button } from '../../components/Button.tsx';
import { SessionsSection, useSignOutNotice } from '../../components/SessionsSection.tsx';
import { sessionsQuery, useEndOtherSessions, useEndSession } from './account.queries.ts';

/** The devices on which the account is signed in; ends one session or all others. */
export function SessionList() {
  const { data: sessions, error, refetch } = useQuery(sessionsQuery);
  const endOne = useEndSession();
  const endOthers = useEndOtherSessions();
  const { notice, heading, done, failed } = useSignOutNotice();
  const onError = (problem: unknown): void => failed(messageOf(problem));
  return (
    <SessionsSection
      intro="Where you are signed in. Ending a session signs it out at once."
      notice={notice}
      heading={heading}
      sessions={sessions}
      problem={error ? messageOf(error, 'The sessions could not be loaded.') : undefined}
      onRetry={() => void refetch()}
      endingId={endOne.isPending ? endOne.variables : undefined}
      onEnd={({ id, device }) =>
        endOne.mutate(id, { onSuccess: () => done(`Signed out: ${device}`), onError })
      }
    >
      {sessions?.some(({ isCurrent }) => !isCurrent) && (
        <Button
          look="secondary"
          busy={endOthers.isPending}
          className="mt-4"
          onClick={() =>
            endOthers.mutate(undefined, { onSuccess: () => done('Signed out everywhere else'), onError })
          }
        >
          Sign Out Everywhere Else
        </Button>
      )}
    </SessionsSection>
  );
}
