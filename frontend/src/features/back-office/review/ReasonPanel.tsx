import { useEffect, useRef } from 'react';
import { decisionReasons, type ReasonCode, reasonCodes } from '../../../api/reasons.ts';
import { Button } from '../../../components/Button.tsx';
import { profileParts, type ProfilePart } from '../acts/withhold.tsx';
import { useKeys } from '../layout/use-keys.ts';
import { KeyHint } from './HelpDialog.tsx';

/** The digit of each reason, in the order in which they are offered. */
const digits: readonly (readonly [digit: string, code: ReasonCode])[] = reasonCodes.map((code, index) => [
  String((index + 1) % 10),
  code,
]);

const letterOf = (part: ProfilePart): string => part[0]!.toUpperCase();

/** What is withheld of a profile: what there is to choose from, and what is chosen. */
export interface Parts {
  offered: readonly ProfilePart[];
  chosen: readonly ProfilePart[];
  onTurn: (part: ProfilePart) => void;
}

interface ReasonPanelProps {
  /** What is decided, such as "Delete". */
  verb: string;
  hasKeys: boolean;
  /** The reasons that are offered. */
  reasons: readonly ReasonCode[];
  parts: Parts | undefined;
  problem: string | undefined;
  onReason: (code: ReasonCode) => void;
  /** Opens the form with a note. */
  onNote: () => void;
  onClose: () => void;
}

/** Asks for the reason of a decision, by one press or one digit. It lies over the page, whose keys rest. */
export function ReasonPanel({
  verb,
  hasKeys,
  reasons,
  parts,
  problem,
  onReason,
  onNote,
  onClose,
}: ReasonPanelProps) {
  const note = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // Enter opens the form.
    note.current?.focus({ preventScroll: true });
    note.current?.closest('section')?.scrollIntoView({ block: 'nearest' });
  }, []);
  const offered = digits.filter(([, code]) => reasons.includes(code));
  const own = [
    ...offered.map(([digit, code]) => [digit, () => onReason(code)] as const),
    ...(parts?.offered.map((part) => [part[0]!, () => parts.onTurn(part)] as const) ?? []),
  ];
  useKeys(Object.fromEntries(own), hasKeys);
  useKeys({ escape: onClose }, true);
  return (
    <section
      aria-label={`${verb}: choose a reason`}
      className="absolute inset-x-0 top-full z-10 mt-1 animate-fade max-sm:top-auto max-sm:bottom-0 max-sm:max-h-[calc(100dvh-5rem)] max-sm:overflow-y-auto rounded-card border-[1.5px] border-ink bg-sheet p-4 shadow-lift"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 className="mr-auto font-sans text-base font-semibold">{`${verb}: choose a reason`}</h2>
        <Button ref={note} look="secondary" className="min-h-10 px-3 text-[0.9375rem]" onClick={onNote}>
          With a Note…
          {hasKeys && <KeyHint letter="Enter" />}
        </Button>
        <Button look="quiet" className="min-h-10 px-3 text-[0.9375rem]" onClick={onClose}>
          Cancel
          {hasKeys && <KeyHint letter="Esc" />}
        </Button>
      </div>
      {parts && (
        <div role="group" aria-label="What to withhold" className="mt-3 flex flex-wrap items-center gap-2">
          <span aria-hidden className="text-soft">
            What to withhold
          </span>
          {parts.offered.map((part) => (
            <Button
              key={part}
              look="secondary"
              aria-pressed={parts.chosen.includes(part)}
              aria-keyshortcuts={hasKeys ? letterOf(part) : undefined}
              className="min-h-10 px-3 text-[0.9375rem] aria-pressed:bg-ink aria-pressed:text-paper forced-colors:aria-pressed:system-chosen"
              onClick={() => parts.onTurn(part)}
            >
              {profileParts[part]}
              {hasKeys && <KeyHint letter={letterOf(part)} />}
            </Button>
          ))}
        </div>
      )}
      <p role="alert" className="mt-2 font-medium text-danger empty:hidden">
        {problem}
      </p>
      <ol className="mt-3 grid gap-x-4 gap-y-1 sm:grid-cols-2">
        {offered.map(([digit, code]) => (
          <li key={code}>
            <button
              type="button"
              aria-keyshortcuts={hasKeys ? digit : undefined}
              onClick={() => onReason(code)}
              className="flex min-h-10 w-full items-center gap-3 rounded-control px-2 text-left hover:bg-wash hover:text-accent"
            >
              {hasKeys && <KeyHint letter={digit} />}
              <span>{`${decisionReasons[code]}${code === 'other' ? '…' : ''}`}</span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}
