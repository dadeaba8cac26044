import { type KeyboardEvent, type Ref, useState } from 'react';
import { limits } from '../../api/generated/limits.ts';

const { minimum, maximum } = limits.RatingRequest.overallScore;
const scores = Array.from({ length: maximum - minimum + 1 }, (_, index) => minimum + index);

const steps: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  Home: -maximum,
  End: maximum,
};

interface ScaleProps {
  ref: Ref<HTMLDivElement>;
  /** A score that waits until the person may rate. */
  waiting: number | undefined;
  isOff: boolean;
  onChoose: (score: number) => void;
}

/** Focuses the score that had the focus last. */
export function focusScale(scale: HTMLElement | null): void {
  scale?.querySelector<HTMLElement>('[tabindex="0"]')?.focus({ preventScroll: true });
}

/** From 0 to 10 in one row. Arrows move the focus; a press rates. */
export function Scale({ ref, waiting, isOff, onChoose }: ScaleProps) {
  const [current, setCurrent] = useState(5);
  const move = (event: KeyboardEvent<HTMLElement>): void => {
    const step = steps[event.key];
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const next = Math.min(maximum, Math.max(minimum, current + step));
    event.currentTarget.parentElement?.querySelectorAll('button')[next - minimum]?.focus();
  };
  return (
    <div
      ref={ref}
      data-scale
      role="toolbar"
      aria-label="Your rating, from 0 to 10"
      className="grid grid-cols-11 gap-[3px] sm:gap-1.5"
    >
      {scores.map((score) => (
        <button
          key={score}
          type="button"
          tabIndex={score === current ? 0 : -1}
          aria-disabled={isOff || undefined}
          aria-label={`${score} out of 10`}
          aria-pressed={score === waiting || undefined}
          onFocus={() => setCurrent(score)}
          onKeyDown={move}
          onClick={() => isOff || onChoose(score)}
          className="h-12 rounded-control border-[1.5px] border-line bg-sheet text-[min(1.125rem,4.6vw)] font-semibold enabled:not-aria-disabled:hover:border-ink active:border-accent active:bg-accent active:text-on-accent aria-disabled:opacity-55 aria-pressed:border-accent aria-pressed:bg-accent aria-pressed:text-on-accent forced-colors:aria-pressed:system-chosen"
        >
          {score}
        </button>
      ))}
    </div>
  );
}
