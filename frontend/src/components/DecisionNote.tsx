import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatDate } from '../lib/dates.ts';

interface DecisionNoteProps {
  decision: {
    kind: 'hidden' | 'removed';
    /** The reason in words. */
    label: string;
    /** The section of the terms that has the rule. */
    section: number;
    /** What the moderator wrote; empty if nothing. */
    note: string;
    decidedAt: string;
  };
  /** What the person can do about it. */
  children?: ReactNode;
}

const texts = {
  hidden: { title: 'A moderator hid this post.', until: 'It stays hidden until a moderator shows it again.' },
  removed: {
    title: 'A moderator removed this post.',
    until: 'Only you can see it. Its files are deleted 30 days after the decision.',
  },
} as const;

/** For the owner of a post that is hidden or removed: what happened, why and until when. */
export function DecisionNote({ decision, children }: DecisionNoteProps) {
  const { kind, label, section, note, decidedAt } = decision;
  const { title, until } = texts[kind];
  return (
    <section
      aria-label="About this post"
      className="mt-3 space-y-1.5 rounded-control border-l-4 border-danger bg-danger-wash px-4 py-3"
    >
      <p className="font-semibold text-danger">{title}</p>
      <p className="text-[0.9375rem]">
        Reason: {label}. See section {section} of the{' '}
        <Link to="/termsofservice" className="text-link">
          Terms of Service
        </Link>
        . A person decided this on {formatDate(decidedAt)}, not software.
      </p>
      {note !== '' && <p className="text-[0.9375rem] [overflow-wrap:anywhere]">“{note}”</p>}
      <p className="text-[0.9375rem]">{until}</p>
      {children}
    </section>
  );
}
