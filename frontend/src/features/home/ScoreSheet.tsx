import type { CSSProperties } from 'react';
import { Score } from '../../components/Score.tsx';
import { scoreBand } from '../../lib/scores.ts';

const categories = [
  ['toeAlignment', 'Toe Alignment'],
  ['toeNails', 'Toe Nails'],
  ['footShape', 'Foot Shape'],
  ['aesthetic', 'Aesthetic'],
] as const;

const fills = {
  top: 'bg-gold',
  high: 'bg-band-high',
  mid: 'bg-band-mid',
  low: 'bg-band-low',
  poor: 'bg-band-poor',
} as const;

type Category = (typeof categories)[number][0];

interface CategoryScoresProps {
  scores: Readonly<Record<Category, string>>;
  /** The look of the bar of a score: as a class where the server renders it, because its pages have no style attributes. */
  bar: (score: number, index: number) => { className?: string; style?: CSSProperties };
}

/** The four category scores, with bars. */
export function CategoryScores({ scores, bar }: CategoryScoresProps) {
  return (
    <ul className="space-y-4">
      {categories.map(([key, name], index) => {
        const score = Number(scores[key]);
        const { className, style } = bar(score, index);
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
              <div
                className={`h-full rounded-full forced-colors:bg-[CanvasText] ${fills[scoreBand(score)]} ${className ?? ''}`}
                style={style}
              />
            </div>
          </li>
        );
      })}
    </ul>
  );
}

const sample = { toeAlignment: '8.8', toeNails: '7.9', footShape: '9.1', aesthetic: '7.8' };
const widths = ['w-[88%]', 'w-[79%]', 'w-[91%]', 'w-[78%]'];

/** What a rating looks like, on a drawing. */
export function SampleSheet() {
  return (
    <section
      aria-labelledby="sample"
      className="grid grid-cols-1 items-center gap-6 md:grid-cols-2 lg:gap-16"
    >
      <div>
        <h2 id="sample" className="text-3xl sm:text-4xl">
          A Score for Every Foot
        </h2>
        <p className="mt-3 max-w-xl text-soft sm:text-lg">
          One score out of 10, four category scores and a kind word: this is what a score sheet looks like.
          This one is a sample. We drew the feet, and nobody was rated.
        </p>
        <img
          src="/sample.svg"
          alt="A drawing of two footprints"
          width="640"
          height="400"
          loading="lazy"
          className="mt-6 h-auto w-full rounded-card border border-rule"
        />
      </div>
      <div className="rounded-card border border-rule bg-sheet p-6 shadow-lift sm:p-9">
        <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <span className="eyebrow text-soft">Sample</span>
          <span className="-rotate-4 rounded-control border-[3px] border-current px-3 py-1 font-display text-[min(1.125rem,6vw)] font-black tracking-wide text-band-high">
            EXCELLENT
          </span>
        </p>
        <p className="mt-1 flex items-baseline font-display font-black tracking-tight">
          <Score value={8.4} className="text-7xl leading-none" />
          <span aria-hidden className="ml-2 text-2xl text-soft">
            /10
          </span>
        </p>
        <div aria-hidden className="my-5 scotch-rule" />
        <CategoryScores scores={sample} bar={(_, index) => ({ className: widths[index] })} />
        <p className="mt-6 border-t border-rule pt-4 text-lg">
          <span aria-hidden className="font-display font-bold text-accent">
            *{' '}
          </span>
          A steady stride, and ten cheerful toes.
        </p>
      </div>
    </section>
  );
}
