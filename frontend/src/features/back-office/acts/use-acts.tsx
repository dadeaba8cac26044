import { type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { messageOf } from '../../../api/api-error.ts';
import { newId } from '../../../api/idempotency-keys.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { Button } from '../../../components/Button.tsx';
import { Dialog } from '../../../components/Dialog.tsx';
import { Notice } from '../../../components/Notice.tsx';
import { halfOf, toast, toastFailure } from '../../../components/toast.ts';
import { counted, plural } from '../../../lib/wording.ts';
import { adminQuery } from '../session/admin.queries.ts';
import { showUnseen } from '../pictures/Picture.tsx';
import { type Act, type Acted, type Call, isAllowed, isUndoable, textOf, undoAct } from './act.ts';
import { TextDialog } from './ask.tsx';
import { type Progress, runBulk } from './run-bulk.ts';

/** A bulk act while it runs, and its outcome until the next act. */
interface BulkRun {
  /** What happens, such as "Hide". */
  verb: string;
  /** What has happened then, such as "hidden". */
  done: string;
  total: number;
  progress: Progress<Acted>;
  isRunning: boolean;
  isClosed: boolean;
  /** Starts no more calls. */
  stop: () => void;
}

interface BulkProps {
  bulk: BulkRun;
  /** What the items are called, such as "post". */
  noun: string;
  onUndo: (actIds: readonly string[], reason: string) => void;
}

const undoableOf = ({ progress }: BulkRun): string[] => progress.done.flatMap(({ actIds }) => actIds);

/** What was done, such as "12 posts hidden". */
const outcomeOf = ({ progress, done }: BulkRun, noun: string): string =>
  `${counted(progress.done.length, noun)} ${done}`;

const AT_ONCE = 'Undone right after the act.';

/** The progress of a bulk act, how it ended, and undoing all of it. */
function BulkDialog({ bulk, noun, onUndo, onClose }: BulkProps & { onClose: () => void }) {
  const { verb, total, progress, isRunning, stop } = bulk;
  const { done: finished, failed, error } = progress;
  const handled = finished.length + failed;
  const undoable = undoableOf(bulk);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      busy={isRunning}
      title={isRunning ? `${verb}…` : outcomeOf(bulk, noun)}
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
              <Button look="secondary" onClick={() => onUndo(undoable, AT_ONCE)}>
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

/** What the last bulk act did, and undoing it, for a reason in words. */
function LastBulk({ bulk, noun, onUndo }: BulkProps) {
  const [isAsking, setAsking] = useState(false);
  const undoable = undoableOf(bulk);
  const outcome = outcomeOf(bulk, noun);
  if (undoable.length === 0) return null;
  return (
    <div className="mb-2 flex flex-wrap items-center gap-x-3 rounded-control bg-wash px-3">
      <p className="font-semibold">{outcome}</p>
      <button
        type="button"
        aria-label={`Undo: ${outcome}`}
        className="min-h-11 text-link"
        onClick={() => setAsking(true)}
      >
        Undo…
      </button>
      {isAsking && (
        <TextDialog
          title={`Undo: ${outcome}`}
          description="What later acts did stays. Admins see the reason in the list of acts."
          action="Undo"
          busy={false}
          onClose={() => setAsking(false)}
          onDecide={(reason) => onUndo(undoable, reason)}
        />
      )}
    </div>
  );
}

/** An act that is about to be done to some rows. */
interface Begun<Row> {
  act: Act<Row>;
  rows: readonly Row[];
  onDone: (() => void) | undefined;
  attempt: string;
  /** Where the row is in the window, which no toast about it covers. */
  half: 'top' | 'bottom' | undefined;
}

/** Where the row is whose button, key or menu was pressed. */
export function halfOfRow(): 'top' | 'bottom' | undefined {
  const row =
    document.activeElement?.closest('[role=row], li') ??
    document.querySelector('[role=row]:has([data-state=open])');
  return row ? halfOf(row) : undefined;
}

/** Begins an act: asks what it needs first, then does it. */
export type Begin<Row> = (act: Act<Row>, rows: readonly Row[], onDone?: () => void) => void;

/**
 * Does acts, and offers to undo them: after one in a toast, after many in the dialog that shows their progress, and then in
 * `lastBulk`, a line that stays until the next act. Reads again what they may have changed: by default, all lists of the back
 * office.
 * @param noun what the rows are called, such as "post"
 */
export function useActs<Row>(
  noun: string,
  changed: QueryKey = queryKeys.backOffice.subjects,
): { begin: Begin<Row>; dialogs: ReactNode; lastBulk: ReactNode } {
  const queryClient = useQueryClient();
  const { data: admin } = useQuery(adminQuery);
  const [asked, setAsked] = useState<Begun<Row>>();
  const [bulk, setBulk] = useState<BulkRun>();
  const [isBusy, setBusy] = useState(false);
  const capital = `${noun[0]!.toUpperCase()}${noun.slice(1)}`;
  const refresh = () => queryClient.invalidateQueries({ queryKey: changed });

  /** Resolves to whether it was done. */
  const attempted = async (
    work: () => Promise<void>,
    [title, otherwise]: readonly [title: string, otherwise?: string],
    half: Begun<Row>['half'],
  ): Promise<boolean> => {
    setBusy(true);
    try {
      await work();
      return true;
    } catch (error) {
      toastFailure(title, messageOf(error, otherwise), half);
      return false;
    } finally {
      setBusy(false);
      await refresh();
    }
  };
  const undo = async (ids: readonly string[], half: Begun<Row>['half']): Promise<void> => {
    let said: Acted['said'];
    for (const id of ids) ({ said } = await undoAct(id, AT_ONCE));
    toast({ ...(said ?? { title: 'Undone' }), keepsFree: half });
  };
  const announce = ({ act: { done }, half }: Begun<Row>, { actIds, said }: Acted): void => {
    if (done === undefined && said === undefined) return;
    const action = {
      label: 'Undo',
      alternative: 'Undo on the page of acts',
      onPress: () => void attempted(() => undo(actIds, half), ['Failed to undo'], half),
    };
    toast({ title: `${capital} ${done}`, ...said, keepsFree: half, ...(actIds.length > 0 && { action }) });
  };

  const runAll = async <Item,>(
    verb: string,
    done: string,
    items: readonly Item[],
    call: (item: Item) => Promise<Acted>,
  ): Promise<void> => {
    const controller = new AbortController();
    const stop = (): void => controller.abort();
    const show = (progress: Progress<Acted>, isRunning = true): void =>
      setBulk({ verb, done, total: items.length, progress, isRunning, isClosed: false, stop });
    show({ done: [], failed: 0, error: undefined });
    const progress = await runBulk(items, call, { onProgress: show, signal: controller.signal });
    await refresh();
    show(progress, false);
  };
  const run = async (begun: Begun<Row>, call: Call<Row>): Promise<void> => {
    const { act, rows, onDone, attempt, half } = begun;
    const { name, done = 'done', failure } = act;
    const once = async (row: Row): Promise<Acted> => {
      const acted = await call(row, attempt);
      return isUndoable(act, admin?.role) ? acted : { ...acted, actIds: [] };
    };
    const [first] = rows;
    if (rows.length === 1 && first !== undefined) {
      const failed = failure?.(first) ?? [`Failed to ${name.toLowerCase()} the ${noun}`];
      if (!(await attempted(async () => announce(begun, await once(first)), failed, half))) return;
      setBulk(undefined);
    } else {
      // Their progress is shown in a dialog of its own.
      setAsked(undefined);
      await runAll(name, done, rows, once);
    }
    setAsked(undefined);
    onDone?.();
  };

  const undoAll = (ids: readonly string[], reason: string) =>
    void runAll('Undo', 'undone', ids, (id) => undoAct(id, reason));

  return {
    begin: (act, rows, onDone) => {
      const hidden = showUnseen(act.sees ? rows.map(act.sees) : []);
      if (hidden > 0) {
        const title = hidden === 1 ? 'Picture shown' : `${hidden} pictures shown`;
        return toast({
          title,
          description: `Look first, then choose ${act.name} again.`,
          keepsFree: halfOfRow(),
        });
      }
      const begun = { act, rows, onDone, attempt: newId(), half: halfOfRow() };
      if (act.call) void run(begun, act.call);
      else setAsked(begun);
      return undefined;
    },
    dialogs: (
      <>
        {asked?.act.ask?.({
          rows: asked.rows,
          title: titleOf(asked, capital),
          description: asked.act.about,
          action: asked.act.action ?? asked.act.name,
          busy: isBusy,
          onClose: () => setAsked(undefined),
          onAnswer: (call) => void run(asked, call),
        })}
        {bulk && !bulk.isClosed && (
          <BulkDialog
            bulk={bulk}
            noun={noun}
            onUndo={undoAll}
            onClose={() => setBulk({ ...bulk, isClosed: true })}
          />
        )}
      </>
    ),
    lastBulk: bulk?.isClosed && <LastBulk bulk={bulk} noun={noun} onUndo={undoAll} />,
  };
}

interface ActButtonsProps<Row> {
  acts: readonly Act<Row>[];
  row: Row;
  begin: Begin<Row>;
  className?: string;
}

/** The buttons of the acts that fit something on a page. */
export function ActButtons<Row>({ acts, row, begin, className }: ActButtonsProps<Row>) {
  const { data: admin } = useQuery(adminQuery);
  return acts
    .filter((act) => isAllowed(act, admin?.role) && (act.isFor?.(row) ?? true))
    .map((act) => (
      <Button
        key={act.name}
        look={act.look ?? 'secondary'}
        className={className}
        aria-label={act.label?.(row)}
        onClick={() => begin(act, [row])}
      >
        {textOf(act)}
      </Button>
    ));
}

function titleOf<Row>({ act: { name, title }, rows }: Begun<Row>, noun: string): string {
  const [first] = rows;
  if (title && first !== undefined) return title(first);
  return `${name} ${rows.length === 1 ? `This ${noun}` : counted(rows.length, noun)}?`;
}
