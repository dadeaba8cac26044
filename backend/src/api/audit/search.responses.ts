import { OneOf, Text } from '../../contract/fields.js';
import { TRAIL_KINDS, type TrailKind } from '../../domain/trail/trail.js';

const FOUND_KINDS = [...TRAIL_KINDS, 'event', 'request'] as const;

export class FoundThing {
  @OneOf(FOUND_KINDS) readonly kind!: TrailKind | 'event' | 'request';
  @Text() readonly id!: string;
  @Text('A name, or the kind and the beginning of the id; the type of an event.') readonly name!: string;
  @Text('Why it was found, in words.') readonly why!: string;
}
