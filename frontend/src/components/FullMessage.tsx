import type { ReactNode } from 'react';

interface FullMessageProps {
  /** A short, large sign above the title, for the eye only. */
  sign: string;
  title: string;
  text: string;
  children?: ReactNode;
}

/** A page that has only one thing to say. */
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
