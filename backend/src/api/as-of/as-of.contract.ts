import { isISO8601 } from 'class-validator';
import { Flag, Id, List, Maybe, OneOf, Part, Text, When, Whole } from '../../contract/fields.js';
import { Rejected } from '../../kernel/aggregate.js';
import type { Position } from '../../kernel/event-log.js';
import type { AuditReader, AuditViewer } from '../../projections/audit/audit.reader.js';
import { TRAIL_KINDS, type TrailKind } from '../../domain/trail/trail.js';
import { TrailLine } from '../audit/audit.contract.js';
import { AS_OF_KINDS, type AsOfKind } from './past-subjects.service.js';
import type { BoostType } from '../../domain/boosts/boost-facts.js';
import { PlaceDifference } from '../operations/week-recounts.contract.js';

const POSITION = /^\d{1,15}$/;
const EVENT = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?Z$/;

/** A moment. */
export interface Moment {
  /** The last event that counts; null for now, and for a time after all events. */
  readonly position: Position | null;
  /** The time that was asked for; null for an event, and for now. */
  readonly time: Date | null;
}

/**
 * What a text means.
 * @throws Rejected (invalid) for a text that is no moment, Rejected (notFound) for an event that the viewer may not see
 */
export async function momentOf(
  at: string | undefined,
  reader: AuditReader,
  viewer: AuditViewer,
): Promise<Moment> {
  if (at === undefined) return { position: null, time: null };
  if (POSITION.test(at)) return { position: Number(at), time: null };
  if (EVENT.test(at)) {
    const line = await reader.one(at.toLowerCase(), viewer);
    if (!line) throw new Rejected('notFound', 'Event not found');
    return { position: line._position, time: null };
  }
  // A `Date` makes the 30th of February the 2nd of March.
  const time = new Date(MOMENT.test(at) && isISO8601(at, { strict: true }) ? at : Number.NaN);
  const year = time.getUTCFullYear();
  if (!(year >= 1970 && year <= 9999)) {
    throw new Rejected(
      'invalid',
      'A moment is a time like 2026-11-25T00:00:00Z, a position or the id of an event.',
    );
  }
  return { position: await reader.positionAt(time), time };
}

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
class AsOfStop {
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

class PastBoardProgress {
  @Whole('How far it is in the log.') readonly position!: number;
  @Whole('Where it ends.') readonly end!: number;
  @Whole('How many events it has folded or passed over.') readonly events!: number;
}

class PastBoardPost {
  @Whole('On the board, from 1.') readonly rank!: number;
  @Id() readonly id!: string;
  @Id() readonly ownerId!: string;
  @Maybe(Text, 'The name at that time; null for a person who was erased, then or since.')
  readonly username!: string | null;
  @Maybe(Text) readonly displayUsername!: string | null;
  @Text({ example: '7.4' }) readonly average!: string;
  @Whole('The number of people who had rated it.') readonly votes!: number;
  @Whole() readonly likes!: number;
  @Whole() readonly comments!: number;
  @Maybe(OneOf(['regular', 'mega'])) readonly boostType!: BoostType | null;
  @When() readonly publishedAt!: string;
  @Text({ example: '2026-W47' }) readonly week!: string;
  @Flag('Whether the archive of its week says something else of it.') readonly isDifferent!: boolean;
}

/** The posts of the last week that had ended, beside the archive of that week. */
class WeekComparison {
  @Text({ example: '2026-W47' }) readonly week!: string;
  @Whole('How many posts have a rank in the archive.') readonly ranks!: number;
  @Whole('How many of its posts were on the board.') readonly posts!: number;
  @Whole('How many posts differ.') readonly differences!: number;
  @List(() => PlaceDifference, 'The first 200.') readonly listed!: readonly PlaceDifference[];
}

export class PastBoardAnswer {
  @Whole('The last event of the log that counts.') readonly position!: number;
  @Maybe(When, 'The time at which boosts are shown; null before the first event.')
  readonly at!: string | null;
  @Whole('How many events were folded or passed over.') readonly events!: number;
  @Whole('How many posts were on the board.') readonly count!: number;
  @List(() => PastBoardPost, 'The first 1,000 of them.') readonly posts!: readonly PastBoardPost[];
  @Maybe(Part(() => WeekComparison), 'Null if the last week that had ended has no archive.')
  readonly comparison!: WeekComparison | null;
  @Flag('Whether an event can’t be read or folded: the views leave it out, too.')
  readonly isIncomplete!: boolean;
}

/** A line of the stream has one of these. */
export class PastBoardLine {
  @Maybe(Part(() => PastBoardProgress)) readonly progress!: PastBoardProgress | null;
  @Maybe(Part(() => PastBoardAnswer), 'The last line, if all went well.')
  readonly board!: PastBoardAnswer | null;
  @Maybe(Text, 'Why there is no board; then this is the last line.') readonly problem!: string | null;
}
