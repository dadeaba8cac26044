import { useEffect, useRef, useState } from 'react';
import { toastFailure } from './toast.ts';

/** How long the confirmation is shown, in milliseconds. */
const confirmation = 2000;

/** Copies a text to the clipboard; `isCopied` is true for 2 s afterwards, and a failure shows a toast. */
export function useCopied(): { isCopied: boolean; copy: (text: string) => Promise<void> } {
  const [isCopied, setCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const copy = async (text: string): Promise<void> => {
    clearTimeout(timer.current);
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
      timer.current = setTimeout(() => setCopied(false), confirmation);
    } catch {
      setCopied(false);
      toastFailure('Failed to copy', text);
    }
  };
  return { isCopied, copy };
}
