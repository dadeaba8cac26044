import { type KeyboardEvent, useRef, useState } from 'react';
import { useKeys } from '../layout/use-keys.ts';

/** Which rows are chosen, by id. */
export type Chosen = ReadonlySet<string>;

interface RowKeys {
  ids: readonly string[];
  chosen: Chosen;
  onChoose: (chosen: Chosen) => void;
  /** Opens a row; none if rows cannot be opened. */
  onOpen?: ((id: string) => void) | undefined;
  /** Handles another key on a row; returns whether it did. */
  onKey?: ((key: string, id: string) => boolean) | undefined;
}

/** The ids from one row to another, whichever comes first. */
export function idsBetween(ids: readonly string[], one: string, other: string): string[] {
  const [from, to] = [ids.indexOf(one), ids.indexOf(other)].toSorted((a, b) => a - b) as [number, number];
  return from === -1 ? [] : ids.slice(from, to + 1);
}

/** The keys of letters that move as arrows do. */
const arrows: Readonly<Record<string, string>> = { j: 'ArrowDown', k: 'ArrowUp' };

/**
 * Moves through rows and chooses them by keyboard: arrows, J, K, Home and End move, Space chooses, Shift with an arrow chooses
 * on the way, Ctrl+A chooses all, Escape none, Enter opens. One row at a time is in the tab order. From elsewhere on the page,
 * an arrow leads to it, too.
 */
export function useRowKeys({ ids, chosen, onChoose, onOpen, onKey }: RowKeys) {
  const [last, setLast] = useState<string>();
  const anchor = useRef<string>(undefined);
  const rows = useRef(new Map<string, HTMLElement>());
  const current = last !== undefined && ids.includes(last) ? last : ids[0];

  const focus = (id: string | undefined): void => {
    if (id === undefined) return;
    setLast(id);
    rows.current.get(id)?.focus();
  };
  const enter = (): void => focus(current);
  useKeys({ arrowdown: enter, arrowup: enter, j: enter, k: enter }, current !== undefined);
  /** Chooses or drops a row; with Shift all rows from the one that was last chosen. */
  const toggle = (id: string, isRange: boolean): void => {
    const next = new Set(chosen);
    if (isRange && anchor.current !== undefined) {
      for (const between of idsBetween(ids, anchor.current, id)) next.add(between);
    } else if (!next.delete(id)) next.add(id);
    anchor.current = id;
    onChoose(next);
  };
  const move = (id: string, to: number, isChoosing: boolean): void => {
    const target = ids[Math.min(Math.max(to, 0), ids.length - 1)];
    if (target === undefined) return;
    if (isChoosing) onChoose(new Set([...chosen, id, target]));
    focus(target);
  };
  const press = (event: KeyboardEvent, id: string): boolean => {
    const index = ids.indexOf(id);
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
    switch ((isPlain && arrows[event.key]) || event.key) {
      case 'ArrowDown':
        move(id, index + 1, event.shiftKey);
        return true;
      case 'ArrowUp':
        move(id, index - 1, event.shiftKey);
        return true;
      case 'Home':
        move(id, 0, false);
        return true;
      case 'End':
        move(id, ids.length - 1, false);
        return true;
      case ' ':
        toggle(id, event.shiftKey);
        return true;
      case 'Escape':
        if (chosen.size === 0) return false;
        onChoose(new Set());
        return true;
      case 'a':
        if (!event.ctrlKey && !event.metaKey) return onKey?.(event.key, id) ?? false;
        onChoose(new Set(ids));
        return true;
      case 'Enter':
        onOpen?.(id);
        return onOpen !== undefined;
      default:
        return isPlain && (onKey?.(event.key, id) ?? false);
    }
  };
  return {
    toggle,
    /** The properties of the element of a row. */
    rowProps: (id: string) => ({
      ref: (element: HTMLElement | null): void => {
        if (element) rows.current.set(id, element);
        else rows.current.delete(id);
      },
      tabIndex: id === current ? 0 : -1,
      onFocus: (): void => setLast(id),
      onKeyDown: (event: KeyboardEvent): void => {
        // Keys inside a cell belong to what has the focus there.
        if (event.target === event.currentTarget && press(event, id)) event.preventDefault();
      },
    }),
  };
}
