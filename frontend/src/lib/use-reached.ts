import { useEffect, useRef } from 'react';

/** Calls `onReach` whenever the element with the returned ref comes near the bottom of the window. */
export function useReached<Reached extends Element>(onReach: () => void, enabled: boolean) {
  const element = useRef<Reached>(null);
  useEffect(() => {
    if (!enabled || !element.current) return undefined;
    // A busy browser reports several changes in one call: the last one is the state now.
    const observer = new IntersectionObserver((changes) => changes.at(-1)?.isIntersecting && onReach(), {
      rootMargin: '600px',
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [onReach, enabled]);
  return element;
}
