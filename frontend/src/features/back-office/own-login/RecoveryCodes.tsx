import { Check, Copy, Download } from 'lucide-react';
import { Button } from '../../../components/Button.tsx';
import { Dialog } from '../../../components/Dialog.tsx';
import { useCopied } from '../../../components/use-copied.ts';

interface RecoveryCodesProps {
  /** None while nothing is to be shown. */
  codes: readonly string[] | undefined;
  username: string;
  onClose: () => void;
  /** Takes the focus once the dialog has closed. */
  onClosed: () => void;
}

/** A code, divided between two of its groups: on a narrow screen it takes two lines. */
function halvesOf(code: string): readonly [string, string] {
  const middle = code.indexOf('-', code.length / 2 - 1) + 1;
  return [code.slice(0, middle), code.slice(middle)];
}

/** The recovery codes of an authenticator app that was just connected, to be kept: they are shown only this once. */
export function RecoveryCodes({ codes, username, onClose, onClosed }: RecoveryCodesProps) {
  const { isCopied, copy } = useCopied();
  const text = codes?.join('\n') ?? '';
  return (
    <Dialog
      open={codes !== undefined}
      onOpenChange={onClose}
      onCloseAutoFocus={(event) => {
        event.preventDefault();
        onClosed();
      }}
      title="Your Recovery Codes"
      description="Keep them where you will find them without your phone. Each signs you in once instead of a code of the app. They are not shown again."
    >
      <ol
        translate="no"
        className="mt-5 list-decimal space-y-1 rounded-control border border-rule bg-paper py-4 pr-4 pl-10 font-mono text-sm tabular-nums"
      >
        {codes?.map((code) => (
          <li key={code}>
            {halvesOf(code).map((half) => (
              <span key={half} className="inline-block whitespace-nowrap">
                {half}
              </span>
            ))}
          </li>
        ))}
      </ol>
      <div className="mt-5 grid gap-3 sm:grid-cols-2">
        <Button look="secondary" onClick={() => void copy(text)}>
          {isCopied ? <Check aria-hidden className="size-5" /> : <Copy aria-hidden className="size-5" />}
          <span>{isCopied ? 'Copied' : 'Copy'}</span>
        </Button>
        <Button asChild look="secondary">
          <a
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`}
            download={`recovery-codes-${username}.txt`}
          >
            <Download aria-hidden className="size-5" />
            Download
          </a>
        </Button>
      </div>
      <Button className="mt-3 w-full" onClick={onClose}>
        I Have Kept Them
      </Button>
    </Dialog>
  );
}
