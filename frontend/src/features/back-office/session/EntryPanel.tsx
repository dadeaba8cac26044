import { ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { Panel } from '../../../components/Panel.tsx';

interface EntryPanelProps {
  title: string;
  intro?: string;
  children: ReactNode;
}

/** The sheet of a page before the sign-in to the back office. */
export function EntryPanel({ title, intro, children }: EntryPanelProps) {
  return (
    <Panel>
      <p className="eyebrow flex items-center gap-2 text-accent">
        <ShieldCheck aria-hidden className="size-5" /> Back office
      </p>
      <h1 tabIndex={-1} className="mt-3 text-4xl">
        {title}
      </h1>
      {intro !== undefined && <p className="mt-2 text-soft">{intro}</p>}
      {children}
    </Panel>
  );
}
