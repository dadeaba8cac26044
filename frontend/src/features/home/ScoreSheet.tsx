import { CategoryScores } from '../../components/CategoryScores.tsx';
import { Score } from '../../components/Score.tsx';

const sample = { toeAlignment: '8.8', toeNails: '7.9', footShape: '9.1', aesthetic: '7.8' };

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
        <CategoryScores scores={sample} />
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
