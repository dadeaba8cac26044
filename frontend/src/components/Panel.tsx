import type { ReactNode } from 'react';

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
