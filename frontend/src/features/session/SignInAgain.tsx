import { type ComponentType, useEffect, useRef, useState } from 'react';
import { reauthWith } from '../../api/reauth-fetch.ts';
import { Dialog } from '../../components/Dialog.tsx';

/** What the form gets in which people show who they are. */
export interface ProofProps {
  /** The path of the call that needs it. */
  path: string;
  onBusy: (isBusy: boolean) => void;
  onDone: () => void;
}

/** The dialog that a call opens which needs a fresh sign-in. Calls that are refused while it is open wait for it, too. */
export function SignInAgain({ proof: Proof }: { proof: ComponentType<ProofProps> }) {
  const waiting = useRef<((isDone: boolean) => void)[]>([]);
  const [path, setPath] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const end = (isDone: boolean): void => {
    setOpen(false);
    for (const resolve of waiting.current.splice(0)) resolve(isDone);
  };
  useEffect(() => {
    const { current } = waiting;
    const stop = reauthWith(
      (called) =>
        new Promise((resolve) => {
          current.push(resolve);
          setPath(called);
          setOpen(true);
        }),
    );
    return () => {
      stop();
      for (const resolve of current.splice(0)) resolve(false);
    };
  }, []);
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(open) => !open && end(false)}
      busy={isBusy}
      title="Is It Still You?"
      description="This matters, so please show once more who you are."
    >
      <Proof path={path} onBusy={setBusy} onDone={() => end(true)} />
    </Dialog>
  );
}
