import { useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useRef, useState } from 'react';
import { messageOf } from '../../api/api-error.ts';
import type { OwnDecision } from '../../api/generated/schema.d.ts';
import { Button } from '../../components/Button.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { TextBox } from '../../components/TextBox.tsx';
import { toast } from '../../components/toast.ts';
import { formatDate } from '../../lib/dates.ts';
import { characterCount } from '../../components/text-rules.ts';
import { decisionsQuery, useAppeal } from './decisions.queries.ts';

const LONGEST_APPEAL = 500;

function AppealDialog({ actId, onClose }: { actId: string; onClose: () => void }) {
  const appeal = useAppeal(actId);
  const [text, setText] = useState('');
  const [error, setError] = useState('');
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    // Of a form around this dialog, nothing is sent.
    event.stopPropagation();
    const trimmed = text.trim();
    if (characterCount(trimmed) === 0) setError('Please say why the decision is wrong');
    else if (characterCount(trimmed) <= LONGEST_APPEAL && !appeal.isPending) {
      appeal.mutate(trimmed, {
        onSuccess: () => {
          toast({ title: 'Appeal sent', description: 'You get a mail when it is decided.' });
          onClose();
        },
        onError: (failure) => setError(messageOf(failure, 'The appeal could not be sent. Please try again.')),
      });
    }
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      busy={appeal.isPending}
      title="Appeal the Decision"
      description="You can do this once. An admin who did not take the decision reads it and decides."
    >
      <form noValidate onSubmit={submit} className="mt-5 space-y-5">
        <TextBox
          label="Why is the decision wrong?"
          value={text}
          rows={5}
          limit={LONGEST_APPEAL}
          error={error}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value);
            setError('');
          }}
        />
        <Button type="submit" busy={appeal.isPending} className="w-full">
          Send Appeal
        </Button>
      </form>
    </Dialog>
  );
}

const outcomes = {
  waiting: 'Another admin will decide about it.',
  granted: 'It was granted',
  rejected: 'It was rejected',
} as const;

/** The appeal against a decision: how it stands, or the button that starts one. */
export function Appeal({ decision }: { decision: OwnDecision }) {
  const [isOpen, setOpen] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const { actId, appeal, canAppeal } = decision;
  return (
    <div ref={place} tabIndex={-1} className="text-[0.9375rem] outline-none">
      {appeal && (
        <div className="mt-1 border-l-2 border-line pl-3">
          <p>
            <strong className="font-semibold">You appealed on {formatDate(appeal.filedAt)}.</strong>{' '}
            <span>
              {outcomes[appeal.outcome] +
                (appeal.decidedAt === null ? '' : ` on ${formatDate(appeal.decidedAt)}.`)}
            </span>
          </p>
          {appeal.text !== null && (
            <p dir="auto" className="[overflow-wrap:anywhere] whitespace-pre-line">
              “{appeal.text}”
            </p>
          )}
          {appeal.note && (
            <p className="mt-1 [overflow-wrap:anywhere]">The admin who decided it wrote: “{appeal.note}”</p>
          )}
        </div>
      )}
      {canAppeal && (
        <Button look="secondary" className="mt-2" onClick={() => setOpen(true)}>
          Appeal…
        </Button>
      )}
      {isOpen && (
        <AppealDialog
          actId={actId}
          onClose={() => {
            setOpen(false);
            // The pressed button disappears with the answer.
            place.current?.focus({ preventScroll: true });
          }}
        />
      )}
    </div>
  );
}

/** The appeal against the decision about a post, for its owner. */
export function PostAppeal({ actId }: { actId: string }) {
  const { data: decisions } = useQuery(decisionsQuery);
  const decision = decisions?.find((one) => one.actId === actId);
  return decision && <Appeal decision={decision} />;
}
