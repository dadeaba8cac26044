import {
  type ActiveAnswer,
  type ActiveRequest,
  ActiveRequests,
  type RequestState,
} from '../../kernel/active-requests.js';
import type { MongoConnection } from '../mongo/connection.js';
import { isInserted } from '../mongo/errors.js';
import { LimitedCollection } from '../mongo/limited-collection.js';

interface Row extends RequestState {
  readonly _id: string;
  readonly asker: string;
  /** As text: it may have any field. */
  readonly request: string;
  readonly addedAt: Date;
  readonly expiresAt: Date;
}

const DAY_MS = 24 * 3_600_000;
/** So long the answer stays for a repetition. */
const ANSWERED_MS = 10 * 60_000;

/** Requests to the active process in MongoDB, which deletes them when they expire. */
export class MongoActiveRequests extends ActiveRequests {
  private constructor(private readonly rows: LimitedCollection<Row>) {
    super();
  }

  /** @param mongo stays open @throws DocumentStoreUnavailableError */
  static async open(mongo: MongoConnection): Promise<MongoActiveRequests> {
    const rows = new LimitedCollection<Row>(mongo, 'activeRequests');
    await rows.letExpire();
    return new MongoActiveRequests(rows);
  }

  override async add(request: ActiveRequest): Promise<void> {
    const { id, asker } = request;
    const waits = { asker, runner: null, answer: null, addedAt: new Date(), expiresAt: inFuture(DAY_MS) };
    await isInserted(this.rows.insertOne({ _id: id, ...waits, request: JSON.stringify(request) }));
  }

  override async state(id: string): Promise<RequestState | null> {
    const row = await this.rows.findOne({ _id: id });
    return row && { runner: row.runner, answer: row.answer };
  }

  override async withdraw(id: string): Promise<boolean> {
    return (await this.rows.deleteOne({ _id: id, runner: null })).deletedCount === 1;
  }

  override async begin(runner: string, askers: readonly string[]): Promise<ActiveRequest | null> {
    const row = await this.rows.call((rows, limit) =>
      rows.findOneAndUpdate(
        { runner: null, asker: { $in: [...askers] } },
        { $set: { runner } },
        { ...limit, sort: { addedAt: 1 } },
      ),
    );
    return row && (JSON.parse(row.request) as ActiveRequest);
  }

  override async answer(id: string, answer: ActiveAnswer): Promise<void> {
    const plain = JSON.parse(JSON.stringify(answer)) as ActiveAnswer;
    await this.rows.updateOne({ _id: id }, { $set: { answer: plain, expiresAt: inFuture(ANSWERED_MS) } });
  }
}

function inFuture(milliseconds: number): Date {
  return new Date(Date.now() + milliseconds);
}
