const steps = [
  [
    'Upload a photo',
    'Your own feet, and only feet. Where it was taken and every other hidden detail is removed.',
  ],
  [
    'Get your score',
    'A playful AI rating out of 10: alignment, nails, shape and aesthetic, with a short comment.',
  ],
  ['Climb the board', 'Post it under a made-up name if you like. A fresh weekly board starts every Monday.'],
] as const;

/** The three steps. */
export function HowItWorks() {
  return (
    <section aria-labelledby="how-it-works">
      <h2 id="how-it-works" className="text-3xl sm:text-4xl">
        How It Works
      </h2>
      <ol className="mt-8 grid gap-4 md:grid-cols-3 md:gap-6">
        {steps.map(([title, text], index) => (
          <li key={title} className="rounded-card border border-rule bg-sheet p-6 sm:p-7">
            <span aria-hidden className="font-display text-6xl leading-none font-black text-accent">
              {index + 1}
            </span>
            <h3 className="mt-4 text-xl sm:text-2xl">{title}</h3>
            <p className="mt-2 text-soft">{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
