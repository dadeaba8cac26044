import { useEffect, useRef } from 'react';

/** Calls `onReach` whenever the element with the returned ref comes near the bottom of the window. */
export function useReached<Reached extends Element>(onReach: () => void, enabled: boolean) {
  const element = useRef<Reached>(null);
  useEffect(() => {
    if (!enabled || !element.current) return undefined;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && onReach(), {
      rootMargin: '600px',
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [onReach, enabled]);
  return element;
}
