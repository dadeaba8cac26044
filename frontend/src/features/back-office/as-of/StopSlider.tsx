import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { AsOf } from '../../../api/generated/schema.d.ts';
import { Button } from '../../../components/Button.tsx';
import { formatMoment } from '../../../lib/dates.ts';

/** How long the slider rests before the moment is asked for, so that a drag asks once. */
const restMs = 120;

/** The type of an event in words: "Post hidden" for `PostHidden`. */
function eventName(type: string): string {
  const words = type.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

interface StopSliderProps {
  past: AsOf;
  /** The position of the chosen moment; null for now. */
  position: number | null;
  onChoose: (position: number) => void;
}

/** Chooses a moment among the events of a thing. The first stop is before all of them. */
export function StopSlider({ past: { stops, earlier, later }, position, onChoose }: StopSliderProps) {
  const [moved, setMoved] = useState<number | null>(null);
  const reached = stops.filter((stop) => position === null || stop.position <= position).length;
  const value = moved ?? reached;
  const choose = (index: number) => {
    const stop = stops[Math.max(0, index - 1)];
    if (stop) onChoose(index === 0 ? stop.position - 1 : stop.position);
  };
  useEffect(() => {
    if (moved === null) return;
    const timer = setTimeout(() => {
      choose(moved);
      setMoved(null);
    }, restMs);
    return () => clearTimeout(timer);
    // Only a move restarts the timer.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [moved]);
  const stop = stops[value - 1];
  const words = stop ? `${eventName(stop.type)}, ${formatMoment(stop.at)}` : 'Before its first event';
  return (
    <div>
      <div className="flex items-center gap-2">
        <Button
          look="quiet"
          className="px-2"
          aria-label="Previous event"
          disabled={value === 0}
          onClick={() => choose(value - 1)}
        >
          <ChevronLeft aria-hidden className="size-5" />
        </Button>
        <input
          type="range"
          aria-label="Moment"
          aria-valuetext={words}
          min={0}
          max={stops.length}
          value={value}
          onChange={({ currentTarget }) => setMoved(Number(currentTarget.value))}
          className="h-11 w-full min-w-0 grow cursor-pointer accent-accent"
        />
        <Button
          look="quiet"
          className="px-2"
          aria-label="Next event"
          disabled={value === stops.length}
          onClick={() => choose(value + 1)}
        >
          <ChevronRight aria-hidden className="size-5" />
        </Button>
      </div>
      <p className="mt-2 text-soft tabular-nums">
        {stop ? `Event ${earlier + value} of ${earlier + stops.length + later}: ${words}` : words}
      </p>
    </div>
  );
}
