import { useMemo } from 'react';
import { createStore, useStore } from './create-store.ts';

/** The address of a file in this tab, which keeps the file in memory while it is shown; undefined in the first render. */
export function useObjectUrl(file: Blob): string | undefined {
  const store = useMemo(
    () =>
      createStore<string | undefined>(undefined, {
        follow: (write) => {
          const url = URL.createObjectURL(file);
          write(url);
          return () => URL.revokeObjectURL(url);
        },
        peek: () => undefined,
      }),
    [file],
  );
  return useStore(store);
}
