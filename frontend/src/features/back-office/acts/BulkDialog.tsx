import { messageOf } from '../../../api/api-error.ts';
import { Button } from '../../../components/Button.tsx';
import { Dialog } from '../../../components/Dialog.tsx';
import { Notice } from '../../../components/Notice.tsx';
import { counted, plural } from '../../../lib/wording.ts';
import { type useActs, undoableCount } from './use-acts.tsx';

interface BulkDialogProps {
  acts: ReturnType<typeof useActs>;
  /** What the items are called, such as "post". */
  noun: string;
}

/** The progress of a bulk act, how it ended, and undoing all of it. */
export function BulkDialog({ acts: { bulk, stop, undoAll, close }, noun }: BulkDialogProps) {
  if (!bulk) return null;
  const { verb, done, total, progress, isRunning } = bulk;
  const { done: finished, failed, error } = progress;
  const handled = finished.length + failed;
  const undoable = undoableCount(bulk);
  return (
    <Dialog
      open
      onOpenChange={close}
      busy={isRunning}
      title={isRunning ? `${verb}…` : `${counted(finished.length, noun)} ${done}`}
    >
      <progress
        value={handled}
        max={total}
        aria-label={`${verb} ${total} ${plural(total, noun)}`}
        className="mt-5 h-3 w-full accent-(--accent)"
      />
      <p role="status" className="mt-2 text-soft">
        {handled} of {total}
      </p>
      {failed > 0 && (
        <div className="mt-4">
          <Notice look="danger">
            {counted(failed, noun)} failed: {messageOf(error, 'Please try again.')}
          </Notice>
        </div>
      )}
      <div className="mt-6 grid gap-3 sm:grid-cols-2">
        {isRunning ? (
          <Button look="secondary" onClick={stop}>
            Stop
          </Button>
        ) : (
          <>
            {undoable > 0 && (
              <Button look="secondary" onClick={undoAll}>
                Undo All
              </Button>
            )}
            <Button onClick={close}>Close</Button>
          </>
        )}
      </div>
    </Dialog>
  );
}
