import { useState } from 'react';
import { messageOf } from '../../../api/api-error.ts';
import { Button } from '../../../components/Button.tsx';
import { Notice } from '../../../components/Notice.tsx';
import { TextBox } from '../../../components/TextBox.tsx';
import { toast } from '../../../components/toast.ts';
import { focusPage } from '../../../lib/page.ts';
import { characterCount } from '../../../components/text-rules.ts';
import { useDecideAppeal } from './appeal.queries.ts';

const LONGEST_NOTE = 500;

/** Grants or rejects an appeal, with a note for the person. */
export function DecideAppeal({ id }: { id: string }) {
  const decision = useDecideAppeal(id);
  const [note, setNote] = useState('');
  const [isMissing, setMissing] = useState(false);
  const decide = (granted: boolean): void => {
    const trimmed = note.trim();
    if (!granted && characterCount(trimmed) === 0) setMissing(true);
    else if (characterCount(trimmed) <= LONGEST_NOTE && !decision.isPending) {
      decision.mutate(
        { granted, note: trimmed },
        {
          onSuccess: () => {
            toast({ title: granted ? 'Appeal granted' : 'Appeal rejected' });
            focusPage();
          },
        },
      );
    }
  };
  return (
    <div className="space-y-5">
      <TextBox
        label="Note for the person"
        value={note}
        limit={LONGEST_NOTE}
        error={isMissing && 'Please say why you reject it'}
        onChange={({ currentTarget }) => {
          setNote(currentTarget.value);
          setMissing(false);
        }}
      />
      {decision.error && (
        <Notice look="danger">{messageOf(decision.error, 'The appeal could not be decided.')}</Notice>
      )}
      <div className="flex flex-wrap gap-3">
        <Button
          type="button"
          busy={decision.isPending && decision.variables.granted}
          onClick={() => decide(true)}
        >
          Grant
        </Button>
        <Button
          type="button"
          look="danger"
          busy={decision.isPending && !decision.variables.granted}
          onClick={() => decide(false)}
        >
          Reject
        </Button>
      </div>
    </div>
  );
}
