import { type ComponentProps, type ReactNode, type SubmitEvent, useId, useState } from 'react';
import { limits } from '../../../api/generated/limits.ts';
import { decisionReasons, type ReasonCode, reasonCodes } from '../../../api/reasons.ts';
import { Button, type ButtonLook } from '../../../components/Button.tsx';
import { Dialog } from '../../../components/Dialog.tsx';
import { characterCount } from '../../../components/text-rules.ts';
import { TextBox } from '../../../components/TextBox.tsx';
import { type Act, type Acted, type Question, undoAct } from './act.ts';

interface TextDialogProps {
  onClose: () => void;
  title: string;
  description: string | undefined;
  action: string;
  label?: string;
  look?: ButtonLook;
  /** The maximum length of the text. */
  limit?: number;
  /** What is said when nothing was written; false where that is allowed. */
  missing?: string | false;
  busy: boolean;
  /** Whether the text has the focus at first, and not what stands above it. */
  takesFocus?: boolean;
  onDecide: (text: string) => void;
  /** Other fields of the decision, above the text. */
  children?: ReactNode;
  /** Other fields of the decision, under the text. */
  below?: ReactNode;
}

/** As a ref: focuses an element when it appears. */
const focusAtFirst = (element: HTMLElement | null): void => element?.focus();

/** Asks for a text: by default, the reason of a decision. */
export function TextDialog({
  onClose,
  title,
  description,
  action,
  label = 'Reason',
  look = 'danger',
  limit = limits.ReasonRequest.reason.maxLength,
  missing = 'Please give a reason',
  busy,
  takesFocus = false,
  onDecide,
  children,
  below,
}: TextDialogProps) {
  const [text, setText] = useState('');
  const [isMissing, setMissing] = useState(false);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const trimmed = text.trim();
    if (characterCount(trimmed) === 0 && missing !== false) setMissing(true);
    else if (characterCount(trimmed) <= limit) onDecide(trimmed);
  };
  return (
    <Dialog open onOpenChange={onClose} busy={busy} title={title} description={description}>
      <form noValidate onSubmit={submit} className="mt-5 space-y-5">
        {children}
        <TextBox
          label={label}
          value={text}
          limit={limit}
          error={isMissing && missing}
          ref={takesFocus ? focusAtFirst : null}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value);
            setMissing(false);
          }}
        />
        {below}
        <Button type="submit" look={look} busy={busy} className="w-full">
          {action}
        </Button>
      </form>
    </Dialog>
  );
}

/** Why something was decided: a reason of the list, and a note for the person concerned. */
export interface Given {
  reason: ReasonCode;
  note: string;
}

interface ReasonDialogProps extends Pick<
  ComponentProps<typeof TextDialog>,
  'onClose' | 'title' | 'description' | 'action' | 'busy' | 'below'
> {
  onDecide: (given: Given) => void;
  /** The reason that is chosen already: then the note is asked for. */
  first?: ReasonCode | undefined;
  /** The reasons that are offered. */
  reasons?: readonly ReasonCode[];
  /** Other fields of the decision, above the reason. */
  above?: ReactNode;
}

/** Asks for the reason of a decision. The person concerned is told reason and note. */
export function ReasonDialog({
  onDecide,
  first,
  reasons = reasonCodes,
  above,
  ...dialog
}: ReasonDialogProps) {
  const [reason, setReason] = useState(first);
  const [isMissing, setMissing] = useState(false);
  const id = useId();
  return (
    <TextDialog
      {...dialog}
      label="Note"
      takesFocus={first !== undefined}
      limit={limits.DecisionRequest.note.maxLength}
      missing={reason === 'other' && 'Another reason needs a note'}
      onDecide={(note) => (reason === undefined ? setMissing(true) : onDecide({ reason, note }))}
    >
      {above}
      <fieldset aria-describedby={isMissing ? `${id}-problem` : undefined}>
        <legend className="mb-1 font-semibold">Reason</legend>
        {reasons.map((code) => (
          <label key={code} className="flex min-h-9 cursor-pointer items-center gap-3">
            <input
              type="radio"
              name={`${id}-reason`}
              value={code}
              checked={reason === code}
              onChange={() => {
                setReason(code);
                setMissing(false);
              }}
              className="size-5 shrink-0 accent-accent"
            />
            {decisionReasons[code]}
          </label>
        ))}
        <p id={`${id}-problem`} role="alert" className="text-[0.9375rem] font-medium text-danger">
          {isMissing && 'Please choose a reason'}
        </p>
      </fieldset>
    </TextDialog>
  );
}

type Ask<Row> = (question: Question<Row>) => ReactNode;

/** Asks for a reason of the list and a note. */
export function askReason<Row>(
  call: (row: Row, given: Given, attempt: string) => Promise<Acted>,
  reasons = reasonCodes,
): Ask<Row> {
  return ({ onAnswer, ...question }) => (
    <ReasonDialog
      {...question}
      reasons={reasons}
      onDecide={(given) => onAnswer((row, attempt) => call(row, given, attempt))}
    />
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
    ask: askWords((row, reason) => undoAct(idOf(row), reason, { title: 'Undone' })),
  };
}
