import { useSyncExternalStore } from 'react';

/** A value outside React that components can follow with {@link useStore}. */
interface Readable<State> {
  read: () => State;
  /** What it held at first, here and on the server: for the first render of a page that the server has rendered. */
  first: State;
  subscribe: (listener: () => void) => () => void;
}

/** A value outside React that its owner replaces as a whole. */
export interface Store<State> extends Readable<State> {
  write: (next: State) => void;
}

/** For a value that changes by itself, such as the time. */
interface Source<State> {
  /** Runs while the store has subscribers. Returns how to stop. */
  follow: (write: (next: State) => void) => () => void;
  /** The value now, while nobody subscribes; must return `last` if it is still good enough. */
  peek: (last: State) => State;
}

/**
 * Creates a store with an initial value, the same on the server and in every browser; see {@link Source} for one that
 * changes by itself.
 */
export function createStore<State>(initial: State, source?: Source<State>): Store<State> {
  let state = initial;
  let stop: (() => void) | undefined;
  const listeners = new Set<() => void>();
  const write = (next: State): void => {
    state = next;
    for (const listener of listeners) listener();
  };
  const read = (): State => {
    if (source && listeners.size === 0) state = source.peek(state);
    return state;
  };
  return {
    read,
    write,
    first: initial,
    subscribe: (listener) => {
      if (listeners.size === 0) {
        // The first render of a page of the server has not read it.
        read();
        stop = source?.follow(write);
      }
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) stop?.();
      };
    },
  };
}

/** The state of a store, or a part of it; the part must be the same value as long as the state is the same. */
export function useStore<State>(store: Readable<State>): State;
export function useStore<State, Part>(store: Readable<State>, select: (state: State) => Part): Part;
export function useStore<State>(store: Readable<State>, select = (state: State): unknown => state): unknown {
  return useSyncExternalStore(
    store.subscribe,
    () => select(store.read()),
    () => select(store.first),
  );
}
