import { Injectable } from '@nestjs/common';
import type { ViewReader } from '../../kernel/document-store.js';
import { type CountDocument, Views } from '../../kernel/projection.js';
import {
  type JudgedPhoto,
  type JudgedWeek,
  driftsIn,
  judgedIn,
  judges,
  scoresIn,
} from './judges.projection.js';

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
export class JudgesReader {
  private readonly judges: ViewReader<JudgedWeek | JudgedPhoto>;

  constructor(views: Views) {
    this.judges = views.of(judges);
  }

  /** The judges of these weeks, given by their Mondays, in the order of their names. */
  async in(weeks: readonly string[]): Promise<readonly JudgeRecord[]> {
    const found = await this.judges.getMany([...weeks.map(scoresIn), ...weeks.map(driftsIn)]);
    const records = new Map<string, JudgeRecord & Record<'scores' | 'drifts', Map<number, number>>>();
    const add = (column: 'scores' | 'drifts', counts: Readonly<Record<string, number>>) => {
      for (const [name, count] of Object.entries(counts)) {
        const { tenths, ...judge } = judgedIn(name);
        const key = `${judge.model} ${judge.promptVersion}`;
        const record = records.get(key) ?? { ...judge, scores: new Map(), drifts: new Map() };
        records.set(key, record);
        record[column].set(tenths, (record[column].get(tenths) ?? 0) + count);
      }
    };
    for (const week of weeks) {
      add('scores', (found.get(scoresIn(week)) as JudgedWeek | undefined)?.scores ?? {});
      add('drifts', (found.get(driftsIn(week)) as unknown as CountDocument | undefined)?.counts ?? {});
    }
    return [...records].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, record]) => record);
  }
}
