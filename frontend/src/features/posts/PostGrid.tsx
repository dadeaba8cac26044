import type { ReactNode } from 'react';

const grid = 'grid grid-cols-2 gap-3 sm:grid-cols-3 sm:gap-4 lg:grid-cols-4 lg:gap-5 xl:grid-cols-5';

/** Posts in 2 to 5 columns; the children are list items. */
export function PostGrid({ children }: { children: ReactNode }) {
  return <ul className={grid}>{children}</ul>;
}

/** The grid while it loads: cards of the same measures. */
export function PostGridSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">Loading posts…</span>
      <div aria-hidden className={grid}>
        {Array.from({ length: 10 }, (_, index) => (
          <div key={index} className="overflow-hidden rounded-card border border-rule bg-sheet">
            <div className="aspect-square animate-breathe bg-rule" />
            <div className="flex h-18 items-center justify-between px-3 sm:h-13">
              <div className="h-3.5 w-1/2 rounded-full bg-rule" />
              <div className="h-4 w-8 rounded-full bg-rule" />
            </div>
          </div>
        ))}
      </div>
    </div>
  );
}
