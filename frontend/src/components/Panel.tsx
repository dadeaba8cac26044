import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { intoView } from '../lib/page.ts';

/** Says, on a page of the server, that its form needs scripts. */
export function NeedsScripts() {
  return (
    <noscript>
      <p className="mt-5 rounded-control border-l-4 border-accent bg-wash px-4 py-3">
        This form needs JavaScript. Please enable it to continue.
      </p>
    </noscript>
  );
}

/** In place of a page that loads: scrolls to the top, which the router does for the page itself only. */
export function StartAtTop() {
  useLayoutEffect(() => {
    window.scrollTo({ top: 0 });
  }, []);
  return null;
}

/** A narrow sheet in the middle of the page, for one form or one message. */
export function Panel({ className = '', children }: { className?: string; children: ReactNode }) {
  return (
    // Padding: the page that takes its place would move `main` by a margin.
    <div className="mx-auto w-full max-w-md px-4 py-10 sm:py-16">
      <div className="relative">
        <div
          aria-hidden
          className="absolute -top-6 -right-4 size-40 halftone [mask-image:radial-gradient(circle,#000,transparent_70%)] sm:-right-18"
        />
        <div
          className={`relative animate-rise rounded-card border border-rule bg-sheet p-6 shadow-lift sm:p-9 ${className}`}
        >
          {children}
        </div>
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
    <div className="mx-auto flex max-w-reading flex-col items-center px-4 py-16 text-center sm:py-24">
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

/** The heading of a view that replaced another one on the same page: takes the focus, so that it is read out, and is in view. */
export function FocusHeading({ children, className = '' }: { children: ReactNode; className?: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    intoView(heading.current);
  }, []);
  return (
    <h1 ref={heading} tabIndex={-1} className={`scroll-my-24 ${className}`}>
      {children}
    </h1>
  );
}
