import { Injectable } from '@nestjs/common';
import type { DomainEvents } from '../../domain/events.js';
import type { Recorded } from '../../kernel/event.js';
import { type TypeOf, anyOf, number, object, record, text } from '../../kernel/field.js';
import type { CountDocument } from '../../kernel/projection.js';
import { readerOf, view } from '../view.js';
import { mondayOf } from './days.js';

/** How many photos got which AI score in a week, under `week:{Monday}`: by judge and score, see {@link judgedName}. */
const JudgedWeek = object({ scores: record(number) });
type JudgedWeek = TypeOf<typeof JudgedWeek>;

/** A photo with an AI score, under `photo:{photoId}`. One that is not published is deleted with the photo. */
const JudgedPhoto = object({
  judge: text,
  /** The week in which it was judged, by its Monday. */
  week: text,
  /** The AI score in tenths. */
  tenths: number,
  /** The number and the sum of people's ratings that count. */
  ratings: number,
  sum: number,
});
type JudgedPhoto = TypeOf<typeof JudgedPhoto>;

type Judge = Pick<DomainEvents['PhotoRated']['judge'], 'model' | 'promptVersion'>;

/** Encoded, because document stores give dots in names a meaning. */
const encoded = (name: string) => encodeURIComponent(name).replaceAll('.', '%2E');
const judgeName = ({ model, promptVersion }: Judge) => `${encoded(model)} ${encoded(promptVersion)}`;
/** The name of a count: the judge, and a score or a drift in tenths. */
const judgedName = (judge: string, tenths: number) => `${judge} ${tenths}`;

/** The judge and the tenths in the name of a count. */
export function judgedIn(name: string): Judge & { readonly tenths: number } {
  const [model = '', promptVersion = '', tenths] = name.split(' ');
  return {
    model: decodeURIComponent(model),
    promptVersion: decodeURIComponent(promptVersion),
    tenths: Number(tenths),
  };
}

/** The ids of the documents with the scores and the drifts of a week. */
const scoresIn = (week: string) => `week:${week}`;
const driftsIn = (week: string) => `drift:${week}`;

const isPhoto = (document: JudgedWeek | JudgedPhoto): document is JudgedPhoto => 'judge' in document;

/** By how much the AI score is above the mean of people's ratings, in tenths, rounded. */
function driftOf({ tenths, ratings, sum }: JudgedPhoto): number {
  return Math.round(tenths - (10 * sum) / ratings);
}

/** AI scores by judge, and how far they are from people's: counts of photos at each tenth of a point. */
export const judges = view('judges', {
  version: 1,
  document: anyOf(JudgedWeek, JudgedPhoto),
  isGathered: true,
  counts: {
    keyOf: (document) =>
      isPhoto(document) && document.ratings > 0
        ? [document.week, judgedName(document.judge, driftOf(document))].join(' ')
        : null,
    countedIn: (key) => {
      const [week = '', ...name] = key.split(' ');
      return [{ id: driftsIn(week), name: name.join(' ') }];
    },
  },
})
  .createdBy(
    ({ photoId }: DomainEvents['PhotoRated'], { metadata: { at } }: Recorded) => [
      scoresIn(mondayOf(at)),
      `photo:${photoId}`,
    ],
    {
      PhotoRated: (known, { judge, score }, { at }, id) => {
        const week = mondayOf(at);
        const tenths = Math.round(score * 10);
        if (id !== scoresIn(week)) {
          return { judge: judgeName(judge), week, tenths, ratings: 0, sum: 0 };
        }
        const { scores } = (known as JudgedWeek | null) ?? { scores: {} };
        const name = judgedName(judgeName(judge), tenths);
        return { scores: { ...scores, [name]: (scores[name] ?? 0) + 1 } };
      },
    },
  )
  .changedBy(({ photoId }: DomainEvents['PhotoDeleted']) => `photo:${photoId}`, { PhotoDeleted: () => null })
  .changedBy(({ postId }: { readonly postId: string }) => `photo:${postId}`, {
    Rated: (judged, { score }) => withRating(judged, 1, score),
    RatingExcluded: (judged, { counted, score }) => withRating(judged, counted ? -1 : 0, score),
    RatingIncluded: (judged, { counts, score }) => withRating(judged, counts ? 1 : 0, score),
  });

/** Adds a rating, takes it away, or changes nothing. */
function withRating(judged: JudgedWeek | JudgedPhoto, by: -1 | 0 | 1, score: number) {
  if (!isPhoto(judged) || by === 0) return judged;
  return { ...judged, ratings: judged.ratings + by, sum: judged.sum + by * score };
}

/** How many photos are at each tenth of a point, by tenths. */
type Tenths = ReadonlyMap<number, number>;

/** What a model with a version of the prompt gave in some weeks. */
export interface JudgeRecord {
  readonly model: string;
  readonly promptVersion: string;
  /** By AI score: 0 to 100. */
  readonly scores: Tenths;
  /** The posts that people rated, by how far the AI score is above the mean of people's ratings: -100 to 100. */
  readonly drifts: Tenths;
}

@Injectable()
export class JudgesReader extends readerOf(judges) {
  /** The judges of these weeks, given by their Mondays, in the order of their names. */
  async in(weeks: readonly string[]): Promise<readonly JudgeRecord[]> {
    const found = await this.documents.getMany([...weeks.map(scoresIn), ...weeks.map(driftsIn)]);
    const records = new Map<string, JudgeRecord & Record<'scores' | 'drifts', Map<number, number>>>();
    const add = (column: 'scores' | 'drifts', counts: Readonly<Record<string, number>>) => {
      for (const [name, count] of Object.entries(counts)) {
        const { tenths, ...judge } = judgedIn(name);
        const key = `${judge.model} ${judge.promptVersion}`;
        const known = records.get(key) ?? { ...judge, scores: new Map(), drifts: new Map() };
        records.set(key, known);
        known[column].set(tenths, (known[column].get(tenths) ?? 0) + count);
      }
    };
    for (const week of weeks) {
      add('scores', (found.get(scoresIn(week)) as JudgedWeek | undefined)?.scores ?? {});
      add('drifts', (found.get(driftsIn(week)) as unknown as CountDocument | undefined)?.counts ?? {});
    }
    return [...records].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, known]) => known);
  }
}
