import { Id, List, Maybe, OneOf, Part, Text, When, Whole } from '../../contract/fields.js';
import { TRAIL_KINDS, type TrailKind } from '../../domain/trail/trail.js';
import type { Actor } from '../../kernel/event.js';

export class AuditActor {
  @OneOf(['visitor', 'user', 'admin', 'system', 'stripe']) readonly kind!: Actor['kind'];
  @Maybe(Text) readonly id!: string | null;
  @Text('The role of an admin at that time; else the kind.') readonly role!: string;
  @Text('As it is now: `a deleted person` after an erasure.') readonly name!: string;
}

export class AuditSubject {
  @OneOf(TRAIL_KINDS) readonly kind!: TrailKind;
  @Text() readonly id!: string;
  @Text('A name, or the kind and the beginning of the id.') readonly name!: string;
}

const PART_KINDS = ['actor', ...TRAIL_KINDS] as const;

/** A piece of a sentence. */
export class AuditPart {
  @Text() readonly text!: string;
  @Maybe(OneOf(PART_KINDS), 'What the text is the name of; null for words.')
  readonly kind!: (typeof PART_KINDS)[number] | null;
  @Maybe(Text) readonly id!: string | null;
}

export class AuditReason {
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
  @List(() => AuditPart, 'The sentence.') readonly parts!: readonly AuditPart[];
  @List(() => AuditSubject, 'What it is about.') readonly subjects!: readonly AuditSubject[];
  @Maybe(Part(() => AuditReason)) readonly reason!: AuditReason | null;
  @Maybe(Text) readonly requestId!: string | null;
  @Maybe(Text) readonly correlationId!: string | null;
  @Maybe(Text, 'The event or request that led to it; null if the event cannot be read.')
  readonly causationId!: string | null;
  @Maybe(Text, 'Why the event cannot be read; null if it can.') readonly problem!: string | null;
}
