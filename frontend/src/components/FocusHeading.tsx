import { type ReactNode, useEffect, useRef } from 'react';

/** The heading of a view that took another's place on the same page: takes the focus, so that it is read out. */
export function FocusHeading({ children, className = '' }: { children: ReactNode; className?: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <h1 ref={heading} tabIndex={-1} className={className}>
      {children}
    </h1>
  );
}
