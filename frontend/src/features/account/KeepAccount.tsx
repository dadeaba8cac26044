import { messageOf } from '../../api/api-error.ts';
import { Button } from '../../components/Button.tsx';
import { toast } from '../../components/toast-store.ts';
import { useOneAtATime } from '../../lib/use-one-at-a-time.ts';
import { useCancelDeletion } from './settings.queries.ts';

/** The button that takes the wish to delete the account back; `onKept` is called before the button goes. */
export function KeepAccount({ onKept }: { onKept: () => void }) {
  const cancel = useCancelDeletion();
  const once = useOneAtATime();
  return (
    <Button
      look="secondary"
      busy={cancel.isPending}
      className="shrink-0"
      onClick={() =>
        once((done) =>
          cancel.mutate(undefined, {
            onSettled: done,
            onSuccess: () => {
              onKept();
              toast({ title: 'Welcome back', description: 'Your account stays as it is.' });
            },
            onError: (error) =>
              toast({
                title: 'That did not work',
                description: messageOf(error, 'Please try again'),
                look: 'danger',
              }),
          }),
        )
      }
    >
      Keep my account
    </Button>
  );
}
