import type { ReactNode } from 'react';

/** What the site is, beside the card where it begins. */
export function Hero({ children }: { children: ReactNode }) {
  return (
    <section className="grid items-center gap-10 lg:grid-cols-[1.05fr_1fr] lg:gap-16">
      <div>
        <p className="eyebrow text-accent">Rated out of ten, for fun</p>
        <h1
          tabIndex={-1}
          className="mt-4 text-[clamp(2.9rem,1.6rem+5.4vw,5.6rem)] leading-[0.98] font-black tracking-[-0.035em]"
        >
          Put your best foot forward.
          <sup aria-hidden className="max-lg:hidden top-[-1.3em] ml-1 text-[0.34em] font-bold text-accent">
            1
          </sup>
        </h1>
        <p className="mt-6 max-w-xl text-lg text-soft sm:text-xl">
          Upload a photo of your own feet and get a score out of 10, four category scores and a kind word. No
          registration needed.
        </p>
        <div className="mt-8 max-w-xl border-t max-lg:hidden border-rule pt-3 text-[0.9375rem] text-soft">
          <p className="flex gap-2">
            <span aria-hidden className="font-display text-xs font-bold text-accent">
              1
            </span>
            The other one may come along, too.
          </p>
        </div>
      </div>
      <div className="relative">
        <div
          aria-hidden
          className="absolute -inset-x-4 -top-10 -bottom-8 halftone [mask-image:linear-gradient(200deg,#000,transparent_62%)] lg:-right-14"
        />
        <div className="relative">{children}</div>
      </div>
    </section>
  );
}
