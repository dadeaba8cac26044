interface JudgeNoteProps {
  rating: { aiComment: string; judge: 'demo' | 'ai' };
  className?: string;
}

/** What the judge said about a photo. */
export function JudgeNote({ rating, className = '' }: JudgeNoteProps) {
  return (
    <figure className={className}>
      <blockquote className="relative pl-5 leading-relaxed [overflow-wrap:anywhere]">
        <span aria-hidden className="absolute top-0 left-0 font-display font-bold text-accent">
          *
        </span>
        {rating.aiComment}
      </blockquote>
      {rating.judge === 'demo' && (
        <figcaption className="mt-3 pl-5 text-[0.9375rem] text-soft">
          <strong className="font-bold text-ink">Demo judge</strong>: it measures sharpness, light, contrast
          and composition. No AI is at work here.
        </figcaption>
      )}
    </figure>
  );
}
