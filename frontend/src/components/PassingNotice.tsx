import { Check } from 'lucide-react';

/**
 * Good news that goes by itself: the place of {@link usePassing}'s text. It keeps its height while it is empty, so that
 * nothing moves when the text comes and goes.
 */
export function PassingNotice({ text, className = '' }: { text: string | undefined; className?: string }) {
  return (
    <div role="status" className={`flex min-h-11 items-center ${className}`}>
      {text !== undefined && (
        <p className="flex animate-fade items-center gap-2.5 rounded-control border-l-4 border-good bg-wash px-3.5 py-2 leading-snug font-semibold">
          <Check aria-hidden className="size-5 shrink-0 text-good" />
          {text}
        </p>
      )}
    </div>
  );
}
