import { Check } from 'lucide-react';

/** Conditions, each with whether it is met, for a form that validates while the person types. */
export function Checklist({ items }: { items: readonly (readonly [text: string, isMet: boolean])[] }) {
  return (
    <ul className="space-y-2">
      {items.map(([text, isMet]) => (
        <li
          key={text}
          className={`flex items-center gap-2.5 ${isMet ? 'font-semibold text-good' : 'text-soft'}`}
        >
          <span
            aria-hidden
            className={`grid size-5 shrink-0 place-items-center rounded-full border-[1.5px] ${
              isMet ? 'border-good bg-good text-sheet' : 'border-line'
            }`}
          >
            {isMet && <Check className="size-3.5" strokeWidth={3} />}
          </span>
          {text}
          <span className="sr-only">{isMet ? '(done)' : '(not yet)'}</span>
        </li>
      ))}
    </ul>
  );
}
