import { type Category, categories, scoreBand } from '../lib/scores.ts';
import { Score } from './Score.tsx';

const fills = {
  top: 'fill-gold',
  high: 'fill-band-high',
  mid: 'fill-band-mid',
  low: 'fill-band-low',
  poor: 'fill-band-poor',
} as const;

interface CategoryScoresProps {
  scores: Readonly<Record<Category, string>>;
  /** Whether they were given just now: the bars grow, one after the other. */
  isNew?: boolean;
}

/** The four category scores, with bars. Their widths are attributes: pages of the server have no inline styles. */
export function CategoryScores({ scores, isNew = false }: CategoryScoresProps) {
  return (
    <ul className="space-y-4">
      {categories.map(([key, name], index) => {
        const score = Number(scores[key]);
        return (
          <li key={key}>
            <div className="flex items-baseline gap-2">
              <span className="font-semibold">{name}</span>
              <span aria-hidden className="grow border-b-2 border-dotted border-line" />
              <Score value={score} className="text-xl" />
            </div>
            <div
              aria-hidden
              className="mt-1.5 h-2.5 overflow-hidden rounded-full bg-rule forced-colors:border"
            >
              <svg className="size-full">
                <rect
                  width={`${score * 10}%`}
                  height="100%"
                  rx="5"
                  className={`[transform-box:fill-box] forced-colors:fill-[CanvasText] ${fills[scoreBand(score)]} ${isNew ? 'animate-grow' : ''}`}
                  {...(isNew && { style: { animationDelay: `${index * 110}ms` } })}
                />
              </svg>
            </div>
          </li>
        );
      })}
    </ul>
  );
}
