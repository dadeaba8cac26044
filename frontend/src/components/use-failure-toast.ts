import { useRef } from 'react';
import { dismissToast, toast, toastStore } from './toast-store.ts';

/** What goes wrong at one place of the screen: a toast says it, and goes once it went well after all. */
export function useFailureToast() {
  const shown = useRef<number>(undefined);
  return {
    tell: (title: string, description: string): void => {
      toast({ title, description, look: 'danger' });
      shown.current = toastStore.read()?.id;
    },
    /** Takes the toast away, if it still stands. */
    clear: (): void => {
      if (shown.current !== undefined) dismissToast(shown.current);
    },
  };
}
