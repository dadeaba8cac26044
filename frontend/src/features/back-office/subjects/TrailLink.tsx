import { Link } from '@tanstack/react-router';
import { ScrollText } from 'lucide-react';
import { Button } from '../../../components/Button.tsx';
import { type Subject, trailOf } from './subject-pages.ts';

interface TrailLinkProps {
  subject: Subject;
  /** What it is called, for screen readers. */
  name: string;
  /** Whether the words are shown, where there is room for them. */
  isWide?: boolean;
}

/** Leads to everything about a thing in the audit trail. */
export function TrailLink({ subject, name, isWide = false }: TrailLinkProps) {
  return (
    <Button
      asChild
      look={isWide ? 'secondary' : 'quiet'}
      className="min-h-9 px-2.5 py-1 text-sm whitespace-nowrap"
    >
      <Link {...trailOf(subject)} aria-label={`Audit trail of ${name}`}>
        <ScrollText aria-hidden className="size-5" />
        {isWide && 'Audit Trail'}
      </Link>
    </Button>
  );
}
