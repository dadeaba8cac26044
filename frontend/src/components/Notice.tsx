import { Check } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { intoView } from '../lib/page.ts';
import { Button } from './Button.tsx';

const looks = {
  danger: 'border-danger bg-danger-wash text-danger',
  calm: 'border-accent bg-wash text-ink',
} as const;

/**
 * A message inside the page. Screen readers read a danger notice at once. A calm one they read where it appears in an element with
 * `role="status"` that was there before: what a new one contains, many do not.
 */
export function Notice({ look, children }: { look: keyof typeof looks; children: ReactNode }) {
  return (
    <div
      role={look === 'danger' ? 'alert' : undefined}
      className={`animate-fade rounded-control border-l-4 px-4 py-3 ${looks[look]}`}
    >
      {children}
    </div>
  );
}

/** Says in view why what the person just did has failed. */
export function Refusal({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <div ref={intoView} className="scroll-my-6">
      <Notice look="danger">
        {title && <p className="font-bold">{title}</p>}
        <div>{children}</div>
      </Notice>
    </div>
  );
}

interface LoadFailureProps {
  /** What could not be loaded, in a sentence. */
  text: string;
  onRetry: () => unknown;
  className?: string;
}

/** In place of something that could not be loaded: says so, and tries again. */
export function LoadFailure({ text, onRetry, className = 'space-y-3' }: LoadFailureProps) {
  return (
    <div className={className}>
      <Notice look="danger">{text}</Notice>
      <Button look="secondary" onClick={() => void onRetry()}>
        Try Again
      </Button>
    </div>
  );
}

/**
 * A success message that disappears by itself, with the text of {@link usePassing}. It keeps its height while it is
 * empty, so that nothing moves.
 */
export function PassingNotice({ text, className = '' }: { text: string | undefined; className?: string }) {
  return (
    <div role="status" className={`flex min-h-11 items-center ${className}`}>
      {text !== undefined && (
        <p className="flex animate-fade items-center gap-2.5 rounded-control border-l-4 border-good bg-wash px-3.5 py-2 leading-snug font-semibold">
          <Check aria-hidden className="size-5 shrink-0 text-good" />
          <span>{text}</span>
        </p>
      )}
    </div>
  );
}

/** How long a success banner is shown, in milliseconds. */
const bannerTime = 5000;

/** A text that disappears 5 s after it was last shown, and a function that shows one. */
export function usePassing(): [text: string | undefined, show: (text: string) => void] {
  const [shown, setShown] = useState<{ text: string }>();
  useEffect(() => {
    if (!shown) return;
    const timer = setTimeout(() => setShown(undefined), bannerTime);
    return () => clearTimeout(timer);
  }, [shown]);
  return [shown?.text, (text) => setShown({ text })];
}
