import { ApiProperty } from '@nestjs/swagger';
import { TRAIL_KINDS, type TrailKind } from '../../domain/trail/trail.js';
import { OneOf, When, Flag, Id, List, Maybe, Part, Text, Whole } from '../../contract/fields.js';
import { SentencePart } from '../trail/sentence-part.js';
import type { Actor } from '../../kernel/event.js';

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
