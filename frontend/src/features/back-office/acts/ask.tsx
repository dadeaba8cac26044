import type { ComponentProps, ReactNode } from 'react';
import { type Act, type Acted, type Question, undoAct } from './act.ts';
import { type Given, ReasonDialog } from './ReasonDialog.tsx';
import { TextDialog } from './TextDialog.tsx';

type Ask<Row> = (question: Question<Row>) => ReactNode;

/** Asks for a reason of the list and a note. */
export function askReason<Row>(call: (row: Row, given: Given, attempt: string) => Promise<Acted>): Ask<Row> {
  return ({ onAnswer, ...question }) => (
    <ReasonDialog {...question} onDecide={(given) => onAnswer((row, attempt) => call(row, given, attempt))} />
  );
}

/** Asks for a reason in words. */
export function askWords<Row>(
  call: (row: Row, text: string) => Promise<Acted>,
  field?: Pick<ComponentProps<typeof TextDialog>, 'label' | 'look' | 'missing'>,
): Ask<Row> {
  return ({ onAnswer, ...question }) => (
    <TextDialog {...question} {...field} onDecide={(text) => onAnswer((row) => call(row, text))} />
  );
}

/** Asks for a note to other admins. */
export function askNote<Row>(call: (row: Row, text: string) => Promise<Acted>): Ask<Row> {
  return askWords(call, { label: 'Note', look: 'primary', missing: 'Please write something first' });
}

/** Undoes the act with the id that `idOf` finds in a row, for a reason in words. */
export function undoing<Row>(
  idOf: (row: Row) => string,
  texts: Pick<Act<Row>, 'name' | 'action' | 'isFor' | 'label' | 'title' | 'about'>,
): Act<Row> {
  return {
    ...texts,
    failure: () => ['Failed to undo'],
    ask: askWords(async (row, reason) => {
      const acted = await undoAct(idOf(row), reason);
      return { said: { title: 'Undone' }, ...acted };
    }),
  };
}
