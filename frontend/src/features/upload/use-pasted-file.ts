import { useEffect, useEffectEvent } from 'react';

/** Hands over the first file that is pasted anywhere on the page. */
export function usePastedFile(onFile: (file: File) => void): void {
  const handle = useEffectEvent((event: ClipboardEvent) => {
    const file = event.clipboardData?.files[0];
    if (!file) return;
    event.preventDefault();
    onFile(file);
  });
  useEffect(() => {
    const listener = (event: ClipboardEvent): void => handle(event);
    window.addEventListener('paste', listener);
    return () => window.removeEventListener('paste', listener);
  }, []);
}
