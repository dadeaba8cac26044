import { Hourglass } from 'lucide-react';
import { PageTitle } from './PageTitle.tsx';

export function ComesLater({ title, text }: { title: string; text: string }) {
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <div className="flex max-w-xl gap-4 rounded-card border border-rule bg-sheet p-5 shadow-lift sm:p-7">
        <Hourglass aria-hidden className="mt-1 size-6 shrink-0 text-accent" />
        <div>
          <p className="font-semibold">This page comes later.</p>
          <p className="mt-1 text-soft">{text}</p>
        </div>
      </div>
    </>
  );
}
