import { useState } from 'react';
import { messageOf } from '../../../api/api-error.ts';
import { Button } from '../../../components/Button.tsx';
import { toast, toastFailure } from '../../../components/toast.ts';
import { counted } from '../../../lib/wording.ts';
import { TextDialog } from '../acts/ask.tsx';
import { useRetry } from './projections.queries.ts';

/** Asks why, and retries a reaction, or the quarantine (null). */
export function Retry({ reaction }: { reaction: string | null }) {
  const [isOpen, setOpen] = useState(false);
  const retry = useRetry();
  const decide = (reason: string): void =>
    retry.mutate(
      { reaction, reason },
      {
        onSuccess: ({ handled, left }) => {
          setOpen(false);
          toast({ title: `${counted(handled, 'event')} handled, ${left} left` });
        },
        onError: (error) => toastFailure('Failed to retry', messageOf(error, 'Please try again.')),
      },
    );
  return (
    <>
      <Button
        look="secondary"
        className="min-h-10 px-3"
        aria-label={reaction === null ? 'Retry the quarantine' : `Retry ${reaction}`}
        onClick={() => setOpen(true)}
      >
        Retry…
      </Button>
      {isOpen && (
        <TextDialog
          onClose={() => setOpen(false)}
          title={reaction === null ? 'Retry the Quarantine?' : `Retry ${reaction}?`}
          description={
            reaction === null
              ? 'All events are decoded again. Views of those that can be decoded now are rebuilt. This cannot be undone.'
              : 'Its waiting and parked events are tried at once. What they lead to, such as mails, cannot be undone.'
          }
          action="Retry"
          look="primary"
          busy={retry.isPending}
          onDecide={decide}
        />
      )}
    </>
  );
}
