import { Dialog } from '../../../components/Dialog.tsx';
import { SwitchRow } from '../../../components/SwitchRow.tsx';

const keyNames = [
  ['A', 'Show the picture, then approve'],
  ['H', 'Hide it, for a reason'],
  ['M', 'Delete the post, for a reason'],
  ['X', 'Show the picture, then dismiss the reports'],
  ['E', 'Show the picture, then escalate the post, if it is illegal'],
  ['1 to 9, 0', 'Choose the reason'],
  ['N', 'Pass over it, and open the next one'],
  ['B', 'Show or blur the picture'],
  ['U', 'Undo your last decision'],
  ['?', 'Open this help'],
] as const;

function Kbd({ children }: { children: string }) {
  return (
    <kbd className="rounded-[0.25rem] border border-line bg-sheet px-1.5 font-sans text-sm leading-snug font-normal whitespace-nowrap text-ink">
      {children}
    </kbd>
  );
}

/** The key beside the text of a button, for those who see a keyboard before them. */
export function KeyHint({ letter }: { letter: string }) {
  return (
    <span aria-hidden className="hidden pointer-fine:inline">
      <Kbd>{letter}</Kbd>
    </span>
  );
}

interface HelpDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  hasKeys: boolean;
  onKeys: (hasKeys: boolean) => void;
  isBlurred: boolean;
  onBlurred: (isBlurred: boolean) => void;
}

/** Explains a review, and switches the keys and the blur of pictures on and off. */
export function HelpDialog({ open, onOpenChange, hasKeys, onKeys, isBlurred, onBlurred }: HelpDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="How Reviews Work"
      description="What you review is yours for 10 minutes. No other admin gets it meanwhile. It goes back to the queue when you leave this page."
    >
      <dl className="mt-5 grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-4 gap-y-2">
        {keyNames.map(([key, does]) => (
          <div key={key} className="contents">
            <dt>
              <Kbd>{key}</Kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-4 divide-y divide-rule border-t border-rule">
        <SwitchRow
          label="Keys"
          description="Single letters and digits work as above, except while you write."
          checked={hasKeys}
          onChange={onKeys}
        />
        <SwitchRow
          label="Blur pictures"
          description="Every picture is blurred and grey until you ask for it."
          checked={isBlurred}
          onChange={onBlurred}
        />
      </div>
      <p className="text-[0.9375rem] text-soft">Both are kept in this browser for you.</p>
    </Dialog>
  );
}
