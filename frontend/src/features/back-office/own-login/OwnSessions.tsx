import { useQuery } from '@tanstack/react-query';
import { messageOf } from '../../../api/api-error.ts';
import { SessionsSection, useSignOutNotice } from '../../../components/SessionsSection.tsx';
import { adminSessionsQuery, useEndAdminSession } from './own-login.queries.ts';

/** Where the admin is signed in to the back office; ends sessions. */
export function OwnSessions() {
  const { data: sessions, error, refetch } = useQuery(adminSessionsQuery);
  const end = useEndAdminSession();
  const { notice, heading, done, failed } = useSignOutNotice();
  return (
    <SessionsSection
      intro="A session ends after 8 hours, or after 30 minutes without use."
      notice={notice}
      heading={heading}
      sessions={sessions}
      problem={error ? messageOf(error, 'The sessions could not be loaded.') : undefined}
      onRetry={() => void refetch()}
      endingId={end.isPending ? end.variables : undefined}
      onEnd={({ id, device }) =>
        end.mutate(id, {
          onSuccess: () => done(`Signed out: ${device}`),
          onError: (problem) => failed(messageOf(problem)),
        })
      }
    />
  );
}
