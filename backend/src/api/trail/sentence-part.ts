import { Maybe, OneOf, Text } from '../../contract/fields.js';
import { TRAIL_KINDS, type TrailPart, type TrailSubject } from '../../domain/trail/trail.js';
import { valueText } from '../../domain/trail/value-text.js';

const PART_KINDS = ['actor', ...TRAIL_KINDS] as const;
const IN_TIME_ZONES = ['time', 'date'] as const;

/** A piece of a sentence about an event. */
export class SentencePart {
  @Text() readonly text!: string;
  @Maybe(OneOf(PART_KINDS), 'What the text is the name of; null for words and values.')
  readonly kind!: (typeof PART_KINDS)[number] | null;
  @Maybe(Text, 'The id of what it is the name of, if it has a page.') readonly id!: string | null;
  @Maybe(
    OneOf(IN_TIME_ZONES),
    'Set if the text is a time or date in ISO 8601, to be shown in the time zone of the reader.',
  )
  readonly format!: (typeof IN_TIME_ZONES)[number] | null;
}

/** How something is called, and its id if it has a page. */
export interface PartName {
  readonly text: string;
  readonly id: string | null;
}

/** A sentence in its parts, with the names of who caused the event and of what it is about. */
export function namedParts(
  sentence: readonly TrailPart[],
  actor: PartName,
  nameOf: (subject: TrailSubject) => PartName,
): SentencePart[] {
  return sentence.map((part) => {
    if ('actor' in part) return { ...actor, kind: 'actor', format: null };
    if ('subject' in part) return { ...nameOf(part.subject), kind: part.subject.kind, format: null };
    if ('text' in part) return { text: part.text, kind: null, id: null, format: null };
    const format = IN_TIME_ZONES.find((known) => known === part.format) ?? null;
    return { text: valueText(part.value, part.format), kind: null, id: null, format };
  });
}
