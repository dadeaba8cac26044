import { Link } from '@tanstack/react-router';
import { History } from 'lucide-react';
import { api } from '../../../api/client.ts';
import type { TrailLine } from '../../../api/generated/schema.d.ts';
import { decisionReasons } from '../../../api/reasons.ts';
import { Sentence } from '../../../components/Sentence.tsx';
import { Tag } from '../../../components/Tag.tsx';
import { WrappedName } from '../../../components/WrappedName.tsx';
import { formatShortDate, formatTime } from '../../../lib/dates.ts';
import type { AdminRole } from '../layout/sections.ts';
import { asItWas } from '../subjects/as-of-kinds.ts';
import { pageOf, subjectOfActor, trailOf } from '../subjects/subject-pages.ts';
import { type List, pageOf as listPageOf } from '../table/list.ts';
import { eventName, eventsSeenBy } from './trail.ts';

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
const shortId = (id: string): string => (LONG_ID.test(id) ? id.slice(-SHOWN_DIGITS) : id);

interface LineSentenceProps {
  line: TrailLine;
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
    <Link {...page} className="text-link">
      {text}
    </Link>
  );
}

function linkIn(line: TrailLine, role: AdminRole | undefined) {
  return (part: TrailLine['parts'][number], id: string) => (
    <PartLink part={part} id={id} line={line} role={role} />
  );
}

/** The sentence of a line, with links to what it is about where this role may go. */
export function LineSentence({ line, role }: LineSentenceProps) {
  return <Sentence parts={line.parts} link={linkIn(line, role)} />;
}

function Who({ line: { actor } }: { line: TrailLine }) {
  const { id, name, role } = actor;
  return (
    <div>
      {id === null ? (
        name
      ) : (
        <Link
          to="/rtm-sys/audit"
          search={({ cursor: _, page: __, ...filter }) => ({ ...filter, actor: id })}
          aria-label={`What ${name} did`}
          className="text-link"
        >
          <WrappedName>{name}</WrappedName>
        </Link>
      )}
      {roleNames[role] !== name && <span className="block text-sm text-soft">{roleNames[role] ?? role}</span>}
    </div>
  );
}

/** What a line is about, each with the way to everything about it, and to what it was after the event. */
export function Subjects({ line: { subjects, position }, role }: LineSentenceProps) {
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
              className="min-w-0 text-link"
            >
              <WrappedName>{name}</WrappedName>
            </Link>
            {then && (
              <Link
                {...then}
                aria-label={`${name} as it was then`}
                title="As it was then"
                className="shrink-0 text-soft hover:text-accent"
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

/** The name of a subject in the lines about it; its kind and id without such a line. */
function subjectText(subject: string, lines: readonly TrailLine[]): string {
  const known = lines.flatMap(({ subjects }) => subjects).find(({ kind, id }) => subject === `${kind}:${id}`);
  const [kind = '', ...id] = subject.split(':');
  return `About: ${known?.name ?? `${kind} ${shortId(id.join(':'))}`}`;
}

function actorText(actorId: string, lines: readonly TrailLine[]): string {
  const known = lines.find(({ actor }) => actor.id === actorId);
  return `By: ${known?.actor.name ?? shortId(actorId)}`;
}

/** Every event of the log as a line, as far as this role sees them. */
export function auditList(role: AdminRole | undefined): List<TrailLine> {
  return {
    name: 'audit',
    plural: 'lines',
    exports: ['csv', 'ndjson'],
    filters: [
      {
        key: 'action',
        label: 'Action',
        options: eventsSeenBy(role),
        textOf: (action) =>
          action.includes(',') ? `${action.split(',').length} actions` : eventName(action),
      },
      { key: 'role', label: 'Role', options: Object.entries(roleNames) },
      { key: 'reason', label: 'Reason', options: Object.entries(decisionReasons) },
    ],
    idFilters: [
      { key: 'subject', label: subjectText },
      { key: 'actor', label: actorText },
      { key: 'request', label: (id) => `Request: ${shortId(id)}` },
      { key: 'correlation', label: (id) => `Run: ${shortId(id)}` },
    ],
    rangeFilters: ['tab', 'from', 'to'],
    idOf: ({ id }) => id,
    nameOf: ({ type }) => eventName(type),
    // The address has texts; the server checks them.
    read: (query) => listPageOf(api.GET('/api/rtm-sys/audit', { params: { query: query as object } })),
    opens: ({ id }) => ({ to: '/rtm-sys/audit/$eventId', params: { eventId: id } }),
    columns: [
      {
        id: 'at',
        label: 'When',
        cell: ({ id, type, at }) => (
          <Link
            to="/rtm-sys/audit/$eventId"
            params={{ eventId: id }}
            aria-label={`Open ${eventName(type)}, ${formatShortDate(at)} ${formatTime(at)}`}
            className="whitespace-nowrap text-link tabular-nums"
          >
            <time dateTime={at}>
              {formatShortDate(at)} <span className="xl:block">{formatTime(at)}</span>
            </time>
          </Link>
        ),
      },
      {
        id: 'sentence',
        label: 'What happened',
        isWide: true,
        cell: (line) => (
          <div className="max-w-2xl xl:min-w-60 [overflow-wrap:anywhere]">
            <LineSentence line={line} role={role} />
            {line.problem !== null && (
              <span className="mt-1 block">
                <Tag look="danger">Unreadable</Tag> <span className="text-sm text-soft">{line.problem}</span>
              </span>
            )}
          </div>
        ),
      },
      { id: 'who', label: 'Who', cell: (line) => <Who line={line} /> },
      { id: 'about', label: 'Everything about', cell: (line) => <Subjects line={line} role={role} /> },
      { id: 'reason', label: 'Reason', cell: ({ reason }) => reason?.label ?? '–' },
      {
        id: 'request',
        label: 'Request',
        cell: ({ requestId }) =>
          requestId === null ? (
            '–'
          ) : (
            <Link
              to="/rtm-sys/audit"
              search={{ request: requestId }}
              aria-label={`Everything of the request ${shortId(requestId)}`}
              className="text-link"
            >
              <code>{shortId(requestId)}</code>
            </Link>
          ),
      },
      { id: 'type', label: 'Event', isOptional: true, cell: ({ type }) => eventName(type) },
      {
        id: 'position',
        label: 'Position',
        isNumber: true,
        isOptional: true,
        cell: ({ position }) => position,
      },
    ],
  };
}
