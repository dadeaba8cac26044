import { useEffect, useEffectEvent } from 'react';

/** The network often answers only a moment after the browser has said that it is back. */
const settlingTime = 1000;

/** Acts a moment after the browser is online again. */
export function useReconnect(act: () => void): void {
  const handle = useEffectEvent(act);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const listener = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => handle(), settlingTime);
    };
    window.addEventListener('online', listener);
    return () => {
      window.removeEventListener('online', listener);
      clearTimeout(timer);
    };
  }, []);
}
