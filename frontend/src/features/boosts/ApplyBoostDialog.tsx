import { useState } from 'react';
import { messageOf } from '../../api/api-error.ts';
import { useApplyBoost, useUnusedBoosts } from '../../api/boosts.ts';
import type { Boost } from '../../api/generated/schema.d.ts';
import { useSend } from '../../api/use-send.ts';
import { Button } from '../../components/Button.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { Refusal } from '../../components/Notice.tsx';
import { toast } from '../../components/toast.ts';
import { boostDurations, boostNames, differing, isPartlyUsed } from '../../lib/boosts.ts';
import { formatDuration } from '../../lib/durations.ts';
import { counted } from '../../lib/wording.ts';

/** Chooses one of the boosts. */
function BoostOptions({
  options,
  value,
  onChange,
}: {
  options: readonly Boost[];
  value: string;
  onChange: (id: string) => void;
}) {
  return (
    <fieldset className="mt-5 grid gap-3">
      <legend className="sr-only">Boost to use</legend>
      {options.map((boost) => (
        <label
          key={boost.id}
          className="flex min-h-12 cursor-pointer items-center gap-3 rounded-control border-[1.5px] border-line bg-sheet px-4 py-2 font-semibold hover:border-ink has-checked:border-accent has-checked:bg-wash"
        >
          <input
            type="radio"
            name="boost"
            checked={boost.id === value}
            onChange={() => onChange(boost.id)}
            className="size-5 shrink-0 accent-accent"
          />
          <span>
            {boostNames[boost.boostType]},{' '}
            {isPartlyUsed(boost)
              ? `${formatDuration(boost.remainingMs)} left`
              : boostDurations[boost.boostType]}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

interface ApplyBoostDialogProps {
  postId: string;
  open: boolean;
  /** Called when the boost is applied, and when the person decides against it. */
  onClose: () => void;
}

/** Applies an unused boost of the person to a post, after asking which. */
export function ApplyBoostDialog({ postId, open, onClose }: ApplyBoostDialogProps) {
  const unused = useUnusedBoosts();
  const apply = useApplyBoost();
  const [chosen, setChosen] = useState<string>();
  const send = useSend(apply, {
    onSuccess: ({ boostType }) => {
      toast({
        title: 'Boost Applied!',
        description: `Your post has a ${boostNames[boostType]} now.`,
      });
      onClose();
    },
  });
  const options = differing(unused?.boosts ?? []);
  const boost = options.find(({ id }) => id === chosen) ?? options[0];
  const others = (unused?.count ?? 1) - 1;
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || onClose()}
      busy={apply.isPending}
      title="Apply Boost?"
      description="It starts at once, and cannot be paused, moved or refunded afterwards."
    >
      {boost && <BoostOptions options={options} value={boost.id} onChange={setChosen} />}
      {others > 0 && (
        <p className="mt-3 text-[0.9375rem] text-soft">
          {`${counted(others, 'more boost')} ${others === 1 ? 'stays' : 'stay'} unused.`}
        </p>
      )}
      {apply.error && (
        <div className="mt-5">
          <Refusal title="Failed to apply boost">{messageOf(apply.error)}</Refusal>
        </div>
      )}
      <div className="mt-6 grid gap-3 sm:grid-cols-2">
        <Button look="secondary" aria-disabled={apply.isPending} onClick={onClose}>
          Not Now
        </Button>
        <Button
          busy={apply.isPending}
          aria-disabled={!boost}
          onClick={() => boost && send({ postId, boostId: boost.id })}
        >
          Apply Boost
        </Button>
      </div>
    </Dialog>
  );
}
