import { messageOf } from '../../api/api-error.ts';
import { useApplyBoost, useUnusedBoosts } from '../../api/boosts.ts';
import { useSend } from '../../api/use-send.ts';
import { Button } from '../../components/Button.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { toast, toastFailure } from '../../components/toast.ts';
import { boostDurations, boostNames, isPartlyUsed } from '../../lib/boosts.ts';
import { formatDuration } from '../../lib/durations.ts';
import { counted } from '../../lib/wording.ts';

interface ApplyBoostDialogProps {
  postId: string;
  open: boolean;
  /** Called when the boost is applied, and when the person decides against it. */
  onClose: () => void;
}

/** Applies the person's next unused boost to a post, after asking. */
export function ApplyBoostDialog({ postId, open, onClose }: ApplyBoostDialogProps) {
  const unused = useUnusedBoosts();
  const apply = useApplyBoost();
  const send = useSend(apply, {
    onSuccess: ({ boostType }) => {
      toast({
        title: 'Boost Applied!',
        description: `Your post has a ${boostNames[boostType]} now.`,
      });
      onClose();
    },
    onError: (error) => toastFailure('Failed to apply boost', messageOf(error)),
  });
  const boost = unused?.boost;
  const others = (unused?.count ?? 1) - 1;
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || onClose()}
      busy={apply.isPending}
      title="Apply Boost?"
      description="It starts at once, and cannot be paused, moved or refunded afterwards."
    >
      {boost && (
        <div className="mt-5 rounded-control border-l-4 border-accent bg-wash px-4 py-3">
          <p className="font-semibold">
            {boostNames[boost.boostType]},{' '}
            {isPartlyUsed(boost)
              ? `${formatDuration(boost.remainingMs)} left`
              : boostDurations[boost.boostType]}
          </p>
          {others > 0 && (
            <p className="text-[0.9375rem] text-soft">
              {`${counted(others, 'more boost')} ${others === 1 ? 'stays' : 'stay'} unused.`}
            </p>
          )}
        </div>
      )}
      <div className="mt-6 grid gap-3 sm:grid-cols-2">
        <Button look="secondary" aria-disabled={apply.isPending} onClick={onClose}>
          Not Now
        </Button>
        <Button busy={apply.isPending} aria-disabled={!boost} onClick={() => send(postId)}>
          Apply Boost
        </Button>
      </div>
    </Dialog>
  );
}
