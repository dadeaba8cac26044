import { Flag, Id, List, Maybe, OneOf, Part, Text, When, Whole } from '../../contract/fields.js';
import { TRAIL_KINDS, type TrailKind } from '../../domain/trail/trail.js';
import { TrailLine } from '../audit/audit.contract.js';
import { AS_OF_KINDS, type AsOfKind } from './as-of-subjects.js';

export class AsOfValue {
  @Text('Words, the name of something, or a time in ISO 8601.') readonly text!: string;
  @Flag('Whether the text is a time.') readonly isTime!: boolean;
  @Maybe(OneOf(TRAIL_KINDS), 'What the text is the name of; null for words.')
  readonly kind!: TrailKind | null;
  @Maybe(Text) readonly id!: string | null;
}

export class AsOfFact {
  @Text({ example: 'Likes' }) readonly name!: string;
  @Maybe(Part(() => AsOfValue)) readonly was!: AsOfValue | null;
  @Maybe(Part(() => AsOfValue)) readonly now!: AsOfValue | null;
  @Flag('Whether it is different now.') readonly isChanged!: boolean;
}

/** An event of the subject: a stop of the slider. */
export class AsOfStop {
  @Id() readonly id!: string;
  @Whole('Where it is in the log.') readonly position!: number;
  @When() readonly at!: string;
  @Text('The name of the event.') readonly type!: string;
}

/** Something as it was after an event of the log. */
export class AsOf {
  @OneOf(AS_OF_KINDS) readonly kind!: AsOfKind;
  @Text() readonly id!: string;
  @Text('A name, or the kind and the beginning of the id.') readonly name!: string;
  @Maybe(Whole, 'The last event of the log that counts; null for all.') readonly position!: number | null;
  @Flag('Whether it existed.') readonly existed!: boolean;
  @Flag('Whether it exists now.') readonly exists!: boolean;
  @List(() => AsOfFact) readonly facts!: readonly AsOfFact[];
  @Maybe(Part(() => TrailLine), 'Its last event until then; null before the first one.')
  readonly line!: TrailLine | null;
  @List(() => AsOfStop, 'Its events, oldest first: the 500 until then, and the next 500.')
  readonly stops!: readonly AsOfStop[];
  @Whole('How many of its events are before these.') readonly earlier!: number;
  @Whole('How many of its events are after these.') readonly later!: number;
  @Flag('Whether one of its events can’t be read or folded: the views leave it out, too.')
  readonly isIncomplete!: boolean;
}
