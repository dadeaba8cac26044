import { Injectable } from '@nestjs/common';
import type { TypeOf } from '../../kernel/field.js';
import { readerOf } from '../view.js';
import { type ForDigest, dayOf, inbox } from './inbox.js';

type Kept = TypeOf<typeof ForDigest>;

@Injectable()
export class DigestReader extends readerOf(inbox) {
  /** What was kept for a person's weekly digest, later than `since` (null: ever) and until `upTo`: by post, the newest post first, of each the oldest first. */
  async kept(
    accountId: string,
    since: string | null,
    upTo: string,
  ): Promise<readonly (readonly [postId: string, kept: readonly Kept[]])[]> {
    // The order of a bundle begins with the day of its notifications.
    const where = { accountId, kind: 'bundle', order: { $gte: dayOf(since ?? '') } };
    const byPost = new Map<string, Kept[]>();
    for (const bundle of await this.all(where, { order: 1 })) {
      if (bundle.kind !== 'bundle') continue;
      const kept = bundle.forDigest.filter(({ at }) => at > (since ?? '') && at <= upTo);
      if (kept.length > 0) byPost.set(bundle.postId, [...(byPost.get(bundle.postId) ?? []), ...kept]);
    }
    const newest = (kept: readonly Kept[]) => kept.at(-1)?.at ?? '';
    return [...byPost].toSorted(([, one], [, other]) => (newest(one) < newest(other) ? 1 : -1));
  }

  /** The best rank of a person in a closed week, by its closing; null without any. */
  async bestFinish(accountId: string, closing: string): Promise<{ postId: string; rank: number } | null> {
    const best = await this.one(`${closing}:${accountId}`);
    return best?.kind === 'week' ? best : null;
  }
}
