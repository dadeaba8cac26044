import { useRef } from 'react';

/** Work that calls `done` when it has succeeded or failed. */
type Work = (done: () => void) => void;

/**
 * Runs work one at a time: calls during a run are dropped. It works from the first press on, while a disabled button
 * works only after the next render.
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
