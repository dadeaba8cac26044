import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../../api/api-error.ts';
import { backgroundHeader } from '../../../api/attention.ts';
import { api, bodyOf } from '../../../api/client.ts';
import type { WeekRecount } from '../../../api/generated/schema.d.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { Button } from '../../../components/Button.tsx';
import { Notice } from '../../../components/Notice.tsx';
import { Section } from '../../../components/Section.tsx';
import { toast, toastFailure } from '../../../components/toast.ts';
import { counted } from '../../../lib/wording.ts';
import { TextDialog } from '../acts/TextDialog.tsx';
import { PlaceDifferences } from '../weeks/PlaceDifferences.tsx';

function Recount({ recount }: { recount: WeekRecount }) {
  const { week, closing, ranks, differences, listed } = recount;
  const queryClient = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const reopen = useMutation({
    mutationFn: (reason: string) =>
      bodyOf(
        api.POST('/api/rtm-sys/weeks/{week}/reopen', {
          params: { path: { week } },
          body: { closing, reason },
        }),
      ),
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.backOffice.recount }),
  });
  return (
    <>
      <p>
        {differences === 0
          ? `The archive of ${week} equals a new count of its ${counted(ranks, 'post')}.`
          : `${week}: ${counted(differences, 'post')} would have another place or other scores.`}
      </p>
      <PlaceDifferences listed={listed} differences={differences} counted="By a new closing" />
      {differences > 0 && (
        <Button look="danger" className="mt-5" onClick={() => setAsking(true)}>
          Close {week} Again…
        </Button>
      )}
      {isAsking && (
        <TextDialog
          onClose={() => setAsking(false)}
          title={`Close ${week} Again?`}
          description="The week is opened, and the server closes it again within a minute, or 10 minutes after its start. Ratings and decisions since the closing count, too. What people were told stays told."
          action="Close Again"
          busy={reopen.isPending}
          onDecide={(reason) =>
            reopen.mutate(reason, {
              onSuccess: () => {
                setAsking(false);
                toast({ title: `${week} is open, and will be closed again` });
              },
              onError: (error) => toastFailure('Failed to open the week', messageOf(error)),
            })
          }
        />
      )}
    </>
  );
}

/** Compares the archive of the latest closed week with a new count, on demand. */
export function Archive() {
  const [isWanted, setWanted] = useState(false);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: queryKeys.backOffice.recount,
    queryFn: () => bodyOf(api.GET('/api/rtm-sys/weeks/recount', { headers: backgroundHeader })),
    enabled: isWanted,
  });
  const look = (): void => {
    if (isWanted) void refetch();
    setWanted(true);
  };
  return (
    <Section
      title="Latest Closed Week"
      intro="A closed week is made of events, so a rebuild never changes it. Compare it with what a new closing would record: the differences are ignored, or accepted by closing the week again."
    >
      {error && <Notice look="danger">{messageOf(error, 'The week could not be compared.')}</Notice>}
      <div role="status" className="mb-4 empty:hidden">
        {data && (data.recount ? <Recount recount={data.recount} /> : <p>No week is closed yet.</p>)}
      </div>
      <Button look="secondary" busy={isFetching} onClick={look}>
        {data ? 'Compare Again' : 'Compare'}
      </Button>
    </Section>
  );
}
