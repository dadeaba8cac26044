import { type ReactNode, useEffect, useRef } from 'react';

/** A narrow sheet in the middle of the page, for one form or one message. */
export function Panel({ children }: { children: ReactNode }) {
  return (
    <div className="relative mx-auto my-10 w-full max-w-md px-4 sm:my-16">
      <div
        aria-hidden
        className="absolute -top-6 -right-2 size-40 halftone [mask-image:radial-gradient(circle,#000,transparent_70%)] sm:-right-14"
      />
      <div className="relative animate-rise rounded-card border border-rule bg-sheet p-6 shadow-lift sm:p-9">
        {children}
      </div>
    </div>
  );
}

interface FullMessageProps {
  /** A short, large decoration above the title, hidden from screen readers. */
  sign: string;
  title: string;
  text: string;
  children?: ReactNode;
}

export function FullMessage({ sign, title, text, children }: FullMessageProps) {
  return (
    <div className="mx-auto flex max-w-2xl flex-col items-center px-4 py-16 text-center sm:py-24">
      <p aria-hidden className="font-display text-8xl font-black text-accent sm:text-9xl">
        {sign}
      </p>
      <h1 tabIndex={-1} className="mt-4 text-4xl sm:text-5xl">
        {title}
      </h1>
      <p className="mt-4 max-w-md text-lg text-soft">{text}</p>
      <div className="mt-8 flex flex-wrap justify-center gap-3">{children}</div>
    </div>
  );
}

/** The heading of a view that replaced another one on the same page: takes the focus, so that it is read out. */
export function FocusHeading({ children, className = '' }: { children: ReactNode; className?: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <h1 ref={heading} tabIndex={-1} className={className}>
      {children}
    </h1>
  );
}
