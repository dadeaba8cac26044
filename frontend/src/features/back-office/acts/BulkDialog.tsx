import { messageOf } from '../../../api/api-error.ts';
import { Button } from '../../../components/Button.tsx';
import { Dialog } from '../../../components/Dialog.tsx';
import { Notice } from '../../../components/Notice.tsx';
import { counted, plural } from '../../../lib/wording.ts';
import type { Acted } from './act.ts';
import type { Progress } from './run-bulk.ts';

/** A bulk act while it runs and until its outcome is closed. */
export interface BulkRun {
  /** What happens, such as "Hide". */
  verb: string;
  /** What has happened then, such as "hidden". */
  done: string;
  total: number;
  progress: Progress<Acted>;
  isRunning: boolean;
  /** Starts no more calls. */
  stop: () => void;
}

interface BulkDialogProps {
  bulk: BulkRun;
  /** What the items are called, such as "post". */
  noun: string;
  onUndo: (actIds: readonly string[]) => void;
  onClose: () => void;
}

/** The progress of a bulk act, how it ended, and undoing all of it. */
export function BulkDialog({ bulk, noun, onUndo, onClose }: BulkDialogProps) {
  const { verb, done, total, progress, isRunning, stop } = bulk;
  const { done: finished, failed, error } = progress;
  const handled = finished.length + failed;
  const undoable = finished.flatMap(({ actIds }) => actIds);
  return (
    <Dialog
      open
      onOpenChange={onClose}
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
        {`${handled} of ${total}`}
      </p>
      {failed > 0 && (
        <div className="mt-4">
          <Notice look="danger">
            {`${counted(failed, noun)} failed: ${messageOf(error, 'Please try again.')}`}
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
            {undoable.length > 0 && (
              <Button look="secondary" onClick={() => onUndo(undoable)}>
                Undo All
              </Button>
            )}
            <Button onClick={onClose}>Close</Button>
          </>
        )}
      </div>
    </Dialog>
  );
}
