import { Check } from 'lucide-react';
import { type ReactNode, type Ref, useId } from 'react';

interface SectionProps {
  title: string;
  /** A sentence under the title. */
  intro?: ReactNode;
  /** A success message that disappears by itself; it covers the intro meanwhile, so that nothing moves. */
  notice?: string | undefined;
  /** The fragment for links to this section. */
  anchor?: string;
  /** The heading, for moving the focus to it. */
  heading?: Ref<HTMLHeadingElement>;
  children: ReactNode;
}

export function Section({ title, intro, notice, anchor, heading, children }: SectionProps) {
  const ownId = useId();
  const id = anchor ?? ownId;
  return (
    <section aria-labelledby={id} className="rounded-card border border-rule bg-sheet p-5 shadow-lift sm:p-8">
      <h2 ref={heading} id={id} tabIndex={-1} className="scroll-mt-8 text-2xl">
        {title}
      </h2>
      {intro !== undefined && (
        <div className="mt-2 grid *:[grid-area:1/1]">
          <p className={`text-soft ${notice === undefined ? '' : 'invisible'}`}>{intro}</p>
          <p role="status" className="flex gap-2 font-semibold text-good">
            {notice !== undefined && (
              <>
                <Check aria-hidden className="mt-0.5 size-5 shrink-0 animate-fade" />
                <span className="animate-fade">{notice}</span>
              </>
            )}
          </p>
        </div>
      )}
      <div className="mt-5">{children}</div>
    </section>
  );
}

interface SectionSkeletonProps {
  /** What is loading, in words. */
  of: string;
  /** What most people see there: its height is reserved, so that what is below does not move. */
  children: ReactNode;
}

export function SectionSkeleton({ of, children }: SectionSkeletonProps) {
  return (
    <div role="status" className="animate-breathe rounded-control bg-rule">
      <span className="sr-only">Loading {of}…</span>
      <div className="invisible">{children}</div>
    </div>
  );
}
