import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { messageOf } from '../../../api/api-error.ts';
import { api } from '../../../api/client.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { toast, toastFailure } from '../../../components/toast.ts';
import { type Progress, runBulk } from './run-bulk.ts';

/** What an act answers: the acts that can be undone. */
export interface Acted {
  actIds: readonly string[];
}

/** The acts in an answer that names one; null if nothing can be undone. */
export async function oneAct(answer: Promise<{ actId: string | null }>): Promise<Acted> {
  const { actId } = await answer;
  return { actIds: actId === null ? [] : [actId] };
}

/** Something to do with one thing or many of a kind. */
export interface Act<Item> {
  /** What happens, such as "Hide". */
  verb: string;
  /** What has happened then, such as "hidden". */
  done: string;
  call: (item: Item) => Promise<Acted>;
}

/** A bulk act while it runs and until its outcome is closed. */
export interface BulkRun {
  verb: string;
  done: string;
  total: number;
  progress: Progress<Acted>;
  isRunning: boolean;
}

const AT_ONCE = 'Undone right after the act.';

export async function undoAct(id: string, reason: string): Promise<void> {
  await api.POST('/api/rtm-sys/acts/{id}/undo', { params: { path: { id } }, body: { reason } });
}

function undoableIn(acted: readonly Acted[]): string[] {
  return acted.flatMap(({ actIds }) => actIds);
}

/**
 * Does acts, and offers to undo them: after one in a toast, after many in the dialog that shows their progress. Reads all
 * lists of the back office again.
 * @param noun what the items are called, such as "post"
 */
export function useActs(noun: string) {
  const queryClient = useQueryClient();
  const [bulk, setBulk] = useState<BulkRun>();
  const [isBusy, setBusy] = useState(false);
  const stop = useRef<AbortController>(undefined);
  const refresh = () => queryClient.invalidateQueries({ queryKey: queryKeys.backOffice.subjects });

  const undo = async (ids: readonly string[], reason: string): Promise<void> => {
    setBusy(true);
    try {
      for (const id of ids) await undoAct(id, reason);
      toast({ title: 'Undone' });
    } catch (error) {
      toastFailure('Failed to undo', messageOf(error));
    } finally {
      setBusy(false);
      await refresh();
    }
  };

  const runOne = async <Item,>({ call, verb, done }: Act<Item>, item: Item): Promise<boolean> => {
    setBusy(true);
    try {
      const { actIds } = await call(item);
      const title = `${noun[0]!.toUpperCase()}${noun.slice(1)} ${done}`;
      const alternative = 'Undo on the page of acts';
      toast({
        title,
        ...(actIds.length > 0 && {
          action: { label: 'Undo', alternative, onPress: () => void undo(actIds, AT_ONCE) },
        }),
      });
      return true;
    } catch (error) {
      toastFailure(`Failed to ${verb.toLowerCase()} the ${noun}`, messageOf(error));
      return false;
    } finally {
      setBusy(false);
      await refresh();
    }
  };

  const runAll = async <Item, Result extends Acted>(
    { verb, done }: { verb: string; done: string },
    items: readonly Item[],
    call: (item: Item) => Promise<Result>,
  ): Promise<void> => {
    const controller = new AbortController();
    stop.current = controller;
    const show = (progress: Progress<Acted>, isRunning = true): void =>
      setBulk({ verb, done, total: items.length, progress, isRunning });
    show({ done: [], failed: 0, error: undefined });
    const progress = await runBulk(items, call, { onProgress: show, signal: controller.signal });
    await refresh();
    show(progress, false);
  };

  return {
    isBusy,
    bulk,
    /** Does one act or many. Resolves to whether the one was done. */
    run: async <Item,>(act: Act<Item>, items: readonly Item[]): Promise<boolean> => {
      if (items.length === 1) return runOne(act, items[0]!);
      await runAll(act, items, act.call);
      return true;
    },
    undo: (id: string, reason: string) => undo([id], reason),
    stop: (): void => stop.current?.abort(),
    undoAll: (): void => {
      const ids = undoableIn(bulk?.progress.done ?? []);
      void runAll({ verb: 'Undo', done: 'undone' }, ids, async (id) => {
        await undoAct(id, AT_ONCE);
        return { actIds: [] };
      });
    },
    close: (): void => setBulk(undefined),
  };
}

export function undoableCount({ progress }: BulkRun): number {
  return undoableIn(progress.done).length;
}
