import { useEffect, useState } from 'react';

/** How long a success banner stands, in milliseconds. */
const bannerTime = 5000;

/** A text that goes by itself 5 s after it was last shown, and the way to show one. */
export function usePassing(): [text: string | undefined, show: (text: string) => void] {
  const [shown, setShown] = useState<{ text: string }>();
  useEffect(() => {
    if (!shown) return;
    const timer = setTimeout(() => setShown(undefined), bannerTime);
    return () => clearTimeout(timer);
  }, [shown]);
  return [shown?.text, (text) => setShown({ text })];
}
