import { Link } from '@tanstack/react-router';
import { History } from 'lucide-react';
import type { TrailLine } from '../../../api/generated/schema.d.ts';
import { Sentence } from '../../../components/Sentence.tsx';
import { WrappedName } from '../../../components/WrappedName.tsx';
import { asItWas, pageOf, subjectOfActor, trailOf } from '../entity-links/entity-pages.ts';
import type { AdminRole } from '../layout/sections.ts';

export const roleNames: Readonly<Record<string, string>> = {
  owner: 'Owner',
  moderator: 'Moderator',
  finance: 'Finance',
  operator: 'Operator, in a terminal',
  admin: 'Admin, role not recorded',
  user: 'User',
  visitor: 'Visitor',
  system: 'The program',
  stripe: 'Stripe',
};

const LONG_ID = /^[0-9a-f-]{32,}$/;
const SHOWN_DIGITS = 8;
/** The end of a long id, as it is shown among others: UUIDs begin with their time, so those of a minute begin alike. */
export const shortId = (id: string): string => (LONG_ID.test(id) ? id.slice(-SHOWN_DIGITS) : id);

interface LineSentenceProps {
  line: Pick<TrailLine, 'actor' | 'parts'>;
  role: AdminRole | undefined;
}

interface PartLinkProps extends LineSentenceProps {
  part: TrailLine['parts'][number];
  id: string;
}

function PartLink({ part: { kind, text }, id, line, role }: PartLinkProps) {
  const subject = kind === 'actor' ? subjectOfActor(line.actor) : kind && { kind, id };
  const page = subject ? pageOf(subject, role) : undefined;
  if (!page) return <span className="font-semibold">{text}</span>;
  return (
    // Its padding takes no space, and makes it 24 px high.
    <Link {...page} className="py-1 text-link">
      {text}
    </Link>
  );
}

function linkIn(line: LineSentenceProps['line'], role: AdminRole | undefined) {
  return (part: TrailLine['parts'][number], id: string) => (
    <PartLink part={part} id={id} line={line} role={role} />
  );
}

/** The sentence of a line, with links to what it is about where this role may go. */
export function LineSentence({ line, role }: LineSentenceProps) {
  return <Sentence parts={line.parts} link={linkIn(line, role)} />;
}

/** What a line is about, each with the way to everything about it, and to what it was after the event. */
export function Subjects({
  line: { subjects, position },
  role,
}: {
  line: TrailLine;
  role: AdminRole | undefined;
}) {
  if (subjects.length === 0) return '–';
  return (
    <ul className="xl:min-w-28">
      {subjects.map(({ kind, id, name }) => {
        const then = asItWas({ kind, id }, role, String(position));
        return (
          <li key={`${kind}:${id}`} className="flex items-center gap-1.5">
            <Link
              {...trailOf({ kind, id })}
              aria-label={`Everything about ${name}`}
              className="inline-block min-h-6 min-w-0 leading-6 text-link"
            >
              <WrappedName>{name}</WrappedName>
            </Link>
            {then && (
              <Link
                {...then}
                aria-label={`${name} as it was then`}
                title="As it was then"
                className="shrink-0 p-1 text-soft hover:text-accent"
              >
                <History aria-hidden className="size-4" />
              </Link>
            )}
          </li>
        );
      })}
    </ul>
  );
}
