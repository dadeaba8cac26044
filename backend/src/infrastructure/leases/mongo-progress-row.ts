import { type Counter, type FoldProgress, type Progress, ProgressRow } from '../../kernel/progress-row.js';
import type { MongoConnection } from '../mongo/connection.js';
import { LimitedCollection } from '../mongo/limited-collection.js';

interface Row extends Partial<Record<Counter, number>> {
  readonly _id: string;
  readonly folds?: Readonly<Record<string, FoldProgress>>;
}

const ID = 'progress';

/** The row of progress in MongoDB. */
export class MongoProgressRow extends ProgressRow {
  private readonly rows: LimitedCollection<Row>;

  /** @param mongo stays open */
  constructor(mongo: MongoConnection) {
    super();
    this.rows = new LimitedCollection(mongo, 'progress');
  }

  override async read(): Promise<Progress> {
    const { folds = {}, erasures = 0, quarantine = 0 } = (await this.rows.findOne({ _id: ID })) ?? {};
    return { folds, counters: { erasures, quarantine } };
  }

  override async note(folds: Readonly<Record<string, FoldProgress>>): Promise<void> {
    // Compared field by field, in this order.
    const later = Object.entries(folds).map(
      ([key, { fence, switches, position, changed, generation }]) =>
        [`folds.${key}`, { fence, switches, position, changed, generation }] as const,
    );
    await this.rows.updateOne({ _id: ID }, { $max: Object.fromEntries(later) }, { upsert: true });
  }

  /** Forgets how far the views are. */
  async forget(): Promise<void> {
    await this.rows.updateOne({ _id: ID }, { $unset: { folds: '' } });
  }

  override async count(counter: Counter): Promise<void> {
    await this.rows.updateOne({ _id: ID }, { $inc: { [counter]: 1 } }, { upsert: true });
  }
}
