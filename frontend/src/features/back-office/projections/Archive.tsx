import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { messageOf } from '../../../api/api-error.ts';
import { Button } from '../../../components/Button.tsx';
import { Notice } from '../../../components/Notice.tsx';
import { Section } from '../../../components/Section.tsx';
import { toast, toastFailure } from '../../../components/toast.ts';
import { counted } from '../../../lib/wording.ts';
import { OperationDialog, type OperationTexts } from './OperationDialog.tsx';
import { Recount } from './Recount.tsx';
import {
  type RecountOperation,
  closedWeeksQuery,
  recountQuery,
  useRecountOperation,
} from './recounts.queries.ts';

const texts: Readonly<Record<RecountOperation, OperationTexts>> = {
  recount: {
    name: 'Recount',
    about:
      'The log is folded again up to the closing of the week, beside the archive, and both are compared. Nothing changes before you accept it.',
    done: 'The recount has started',
    look: 'primary',
  },
  'throw-away': {
    name: 'Throw Away',
    about: 'The recount ends. The archive stays as it is.',
    done: 'The recount was thrown away',
    look: 'danger',
  },
  reopen: {
    name: 'Accept',
    about:
      'The week is opened and closed again, with the ranks of the recount. They are what everybody sees from then on. What people were told stays told. This cannot be undone.',
    done: 'The week is closed with the ranks of the recount',
    look: 'danger',
  },
};

/** Counts a closed week again, compares that with its archive, and accepts it or throws it away. */
export function Archive() {
  const id = useId();
  const weeks = useQuery(closedWeeksQuery);
  const recounts = useQuery(recountQuery);
  const operation = useRecountOperation();
  const [chosen, setChosen] = useState<string>();
  const [asked, setAsked] = useState<RecountOperation>();
  const recount = recounts.data?.recount ?? null;
  const closed = weeks.data?.weeks ?? [];
  const isOver = recount === null || recount.state === 'failed';
  const week = isOver ? (chosen ?? closed[0]?.week) : recount.week;
  const error = weeks.error ?? recounts.error;
  const button = (key: RecountOperation) => (
    <Button look={texts[key].look} onClick={() => setAsked(key)}>
      {texts[key].name}…
    </Button>
  );
  const decide = (reason: string): void => {
    if (asked === undefined || week === undefined) return;
    operation.mutate(
      { operation: asked, week, closing: recount?.closing ?? '', reason },
      {
        onSuccess: () => {
          setAsked(undefined);
          toast({ title: texts[asked].done });
        },
        onError: (failure) =>
          toastFailure(`Failed: ${texts[asked].name}`, messageOf(failure, 'Please try again.')),
      },
    );
  };
  return (
    <Section
      title="Closed Weeks"
      intro="The archive of a closed week is made of events, so a rebuild never changes it. A recount says what the log knew when the week was closed. An erasure throws it away."
    >
      <div className="space-y-5">
        {error && <Notice look="danger">{messageOf(error, 'The weeks could not be loaded.')}</Notice>}
        <div role="status" className="empty:sr-only">
          {recount && <Recount recount={recount} />}
          {weeks.data && week === undefined && <p>No week is closed yet.</p>}
        </div>
        {week !== undefined && isOver && (
          <div className="flex flex-wrap items-end gap-3">
            <div className="max-sm:w-full">
              <label htmlFor={id} className="mb-1.5 block font-semibold">
                Week
              </label>
              <select
                id={id}
                value={week}
                onChange={({ target }) => setChosen(target.value)}
                className="h-12 w-full rounded-control border-[1.5px] border-line bg-sheet px-3.5 hover:border-ink"
              >
                {closed.map((known) => (
                  <option key={known.week} value={known.week}>
                    {known.week}, {counted(known.ranks, 'rank')}
                  </option>
                ))}
              </select>
            </div>
            {button('recount')}
          </div>
        )}
        {!isOver && (
          <div className="flex flex-wrap gap-3">
            {recount.comparison !== null && recount.comparison.differences > 0 && button('reopen')}
            {button('throw-away')}
          </div>
        )}
      </div>
      {asked !== undefined && week !== undefined && (
        <OperationDialog
          texts={texts[asked]}
          target={week}
          busy={operation.isPending}
          onClose={() => setAsked(undefined)}
          onDecide={decide}
        />
      )}
    </Section>
  );
}
