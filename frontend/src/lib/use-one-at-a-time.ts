import { useRef } from 'react';

/** Work that calls `done` once it has ended, well or badly. */
type Work = (done: () => void) => void;

/**
 * Runs work one at a time: what is asked for before the work at hand is done is dropped. It holds from the first press on,
 * where a button that is disabled while it is busy holds only once the screen was drawn anew.
 */
export function useOneAtATime(): (work: Work) => void {
  const isRunning = useRef(false);
  return (work) => {
    if (isRunning.current) return;
    isRunning.current = true;
    work(() => {
      isRunning.current = false;
    });
  };
}
