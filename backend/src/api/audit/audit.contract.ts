import { PickType, ApiProperty } from '@nestjs/swagger';
import { ADMIN_ROLES } from '../../domain/admin/admin-role.js';
import { TRAIL_KINDS, type TrailKind } from '../../domain/trail/trail.js';
import { EVENT_TYPES, TRAIL_TABS, type TrailTab } from '../../domain/trail/visibility.js';
import {
  Matching,
  OneOf,
  Optional,
  SizedText,
  When,
  Flag,
  Id,
  List,
  Maybe,
  Part,
  Text,
  Whole,
} from '../../contract/fields.js';
import { OPERATOR } from '../../kernel/causation.js';
import { Rejected } from '../../kernel/aggregate.js';
import type { AuditFilters, AuditReader } from '../../projections/audit/audit.reader.js';
import { DEFAULT_PAGE, PageLimit, PageRequest } from '../http/paging.js';
import { Counted, FilterOf } from '../http/list-filters.js';
import { SentencePart } from '../trail/sentence-part.js';
import type { Actor } from '../../kernel/event.js';

/** The roles in which something is done: those of admins, that in a terminal, an admin before roles were recorded, and all others. */
const AUDIT_ROLES = [...ADMIN_ROLES, OPERATOR, 'admin', 'user', 'visitor', 'system', 'stripe'] as const;

const LONGEST_ID = 200;
const Sized = (about: string) =>
  Optional(SizedText, { limit: LONGEST_ID, about, tooLong: `An id has at most ${LONGEST_ID} characters` });

const Moment = (about: string) =>
  Optional(When, {
    about,
    example: '2026-11-25T00:00:00Z',
    message: 'A time looks like 2026-11-25T00:00:00Z',
  });

const SUBJECT = new RegExp(`^(?:${TRAIL_KINDS.join('|')}):.{1,${LONGEST_ID}}$`);
const ACTIONS = /^[A-Za-z]{1,60}(?:,[A-Za-z]{1,60}){0,199}$/;

/** Which lines of the audit trail. All filters combine. */
export class AuditRequest extends PageRequest {
  @PageLimit() readonly limit: number = DEFAULT_PAGE;

  @FilterOf(TRAIL_TABS, 'A filter with a name.') readonly tab?: TrailTab;

  @Sized('The id of who did it: of an account, an admin, or a part of the program.') readonly actor?: string;

  @FilterOf(
    AUDIT_ROLES,
    'The role in which it was done. `operator`: in a terminal; `admin`: before roles were recorded.',
  )
  readonly role?: (typeof AUDIT_ROLES)[number];

  @Optional(Matching(ACTIONS), {
    about: 'The types of events, separated by commas.',
    example: 'PostHidden,PostShown',
    message: 'Actions are names of events, separated by commas',
  })
  readonly action?: string;

  @Optional(Matching(SUBJECT), {
    about: `What it is about: its kind (${TRAIL_KINDS.join(', ')}), a colon, its id.`,
    example: 'week:2026-W47',
    message: 'A subject looks like week:2026-W47',
  })
  readonly subject?: string;

  @Sized('The code of the reason.') readonly reason?: string;
  @Sized('The id of a request, and what followed from it.') readonly request?: string;
  @Sized('The correlation: everything that one request, or one run of the program, led to.')
  readonly correlation?: string;

  @Moment(
    'From this time on. Days in UTC are exact; within a day, lines stay in order where clocks went backwards.',
  )
  readonly from?: string;
  @Moment('Up to this time.') readonly to?: string;
}

const FILTERS = [
  'tab',
  'actor',
  'role',
  'action',
  'subject',
  'reason',
  'request',
  'correlation',
  'from',
  'to',
] as const;

const Position = (about: string) =>
  Counted({ min: 0, max: Number.MAX_SAFE_INTEGER - 1, about, message: 'A position is a whole number' });

/** Which lines are asked for that are newer than a page. */
export class NewerRequest extends PickType(AuditRequest, FILTERS) {
  @Position('That of the newest line that is known.') readonly after: number = 0;
}

export class AuditExportRequest extends PickType(AuditRequest, FILTERS) {
  @Optional(OneOf(['csv', 'ndjson']), { default: 'csv', message: 'The format is csv or ndjson' })
  readonly format: 'csv' | 'ndjson' = 'csv';

  @Position('Continues an export after the position of its last line.') readonly after: number = 0;
}

/** @throws Rejected (invalid) for an unknown event, or a time that does not exist */
export async function filtersOf(
  {
    tab,
    actor,
    role,
    action,
    subject,
    reason,
    request,
    correlation,
    from,
    to,
  }: Pick<AuditRequest, (typeof FILTERS)[number]>,
  reader: AuditReader,
): Promise<AuditFilters> {
  const types = action?.split(',');
  const known: readonly string[] = EVENT_TYPES;
  for (const type of types ?? []) {
    if (!known.includes(type)) throw new Rejected('invalid', `There is no action ${type}.`);
  }
  const colon = subject?.indexOf(':') ?? 0;
  return {
    ...(await reader.during(momentOf(from), momentOf(to))),
    tab,
    actorId: actor,
    role,
    types,
    subject:
      subject === undefined
        ? undefined
        : { kind: subject.slice(0, colon) as TrailKind, id: subject.slice(colon + 1) },
    reason,
    requestId: request,
    correlationId: correlation,
  };
}

function momentOf(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const moment = new Date(text);
  const year = moment.getUTCFullYear();
  if (!(year >= 1970 && year <= 9999)) throw new Rejected('invalid', 'This is not a time.');
  return moment;
}

export class AuditActor {
  @OneOf(['visitor', 'user', 'admin', 'system', 'stripe']) readonly kind!: Actor['kind'];
  @Maybe(Text) readonly id!: string | null;
  @Text('The role of an admin at that time, `operator` in a terminal; else the kind.') readonly role!: string;
  @Text('As it is now: `a deleted person` after an erasure.') readonly name!: string;
}

class AuditSubject {
  @OneOf(TRAIL_KINDS) readonly kind!: TrailKind;
  @Text() readonly id!: string;
  @Text('A name, or the kind and the beginning of the id.') readonly name!: string;
}

class AuditReason {
  @Text() readonly code!: string;
  @Text() readonly label!: string;
}

/** An event of the log, as a line. */
export class TrailLine {
  @Id('The event.') readonly id!: string;
  @Whole('Where it is in the log.') readonly position!: number;
  @When() readonly at!: string;
  @Text('The name of the event.') readonly type!: string;
  @Part(() => AuditActor) readonly actor!: AuditActor;
  @List(() => SentencePart, 'The sentence.') readonly parts!: readonly SentencePart[];
  @List(() => AuditSubject, 'What it is about.') readonly subjects!: readonly AuditSubject[];
  @Maybe(Part(() => AuditReason)) readonly reason!: AuditReason | null;
  @Maybe(Text) readonly requestId!: string | null;
  @Text() readonly correlationId!: string;
  @Maybe(Text, 'The event or request that led to it; null if the event cannot be read.')
  readonly causationId!: string | null;
  @Maybe(Text, 'Why the event cannot be read; null if it can.') readonly problem!: string | null;
}

const OBJECT = { type: 'object', additionalProperties: true } as const;

/** An event as it is stored, with its data in today's version. Credentials are never shown. */
export class StoredEvent {
  @Text() readonly stream!: string;
  @Whole() readonly revision!: number;
  @ApiProperty(OBJECT) readonly data!: object;
  @ApiProperty(OBJECT) readonly metadata!: object;
}

class AuditChange {
  @Text('A path in the state, such as `moderation.isHidden`.') readonly field!: string;
  @Maybe(Text, 'JSON, cut if it is long; null for nothing.') readonly before!: string | null;
  @Maybe(Text) readonly after!: string | null;
}

export class AuditDetails {
  @Part(() => TrailLine) readonly line!: TrailLine;
  @Maybe(Part(() => StoredEvent), 'What is personal is null. Null if the event cannot be read.')
  readonly stored!: StoredEvent | null;
  @List(() => AuditChange, 'What it changed, 50 at most, without what is personal.')
  readonly changes!: readonly AuditChange[];
  @List(
    () => TrailLine,
    'What belongs to the same request or run, itself included, oldest first, 100 at most. `causationId` makes it a tree.',
  )
  readonly related!: readonly TrailLine[];
  @Flag('Whether there are more, which the filter `correlation` lists.') readonly hasMore!: boolean;
}

export class NewerLines {
  @Whole('How many lines are newer, 100 at most.') readonly count!: number;
}
