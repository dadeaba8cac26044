/** The post page while it loads, in the same measures. */
export function PostSkeleton() {
  return (
    <div role="status" className="mx-auto max-w-6xl px-4 pt-19 pb-16 sm:px-6">
      <span className="sr-only">Loading post…</span>
      <div aria-hidden className="grid items-start gap-6 md:grid-cols-[1.25fr_1fr] lg:gap-10">
        <div className="aspect-square animate-breathe rounded-card bg-rule" />
        <div className="h-160 rounded-card border border-rule bg-sheet" />
      </div>
    </div>
  );
}
