import { api, bodyOf } from '../../../api/client.ts';
import type { ReviewDecisionRequest, ReviewItem } from '../../../api/generated/schema.d.ts';
import { aheadOf } from '../../../api/server-clock.ts';
import type { Given } from '../acts/ask.tsx';

export interface Claim {
  item: ReviewItem;
  /** When the claim ends, by this clock, in milliseconds since 1970. */
  until: number;
}

const pathOf = (id: string) => ({ params: { path: { id } } });

/** The date of a response has no fractions of a second. A claim must not seem longer than it is. */
const FRACTION_MS = 1000;

function claimOf(item: ReviewItem, response: Response): Claim {
  return { item, until: Date.parse(item.claimedUntil ?? '') + (aheadOf(response) ?? 0) - FRACTION_MS };
}

export const reviewCalls = {
  /** Claims the next post of the queue that is not in `passed`; null if there is none. */
  claimNext: async (passed: readonly string[]): Promise<Claim | null> => {
    const call = api.POST('/api/rtm-sys/queue/next', { body: { passed: [...passed] } });
    const { item } = await bodyOf(call);
    return item && claimOf(item, (await call).response);
  },
  /** Claims a certain post, or keeps it for longer. */
  claim: async (id: string): Promise<Claim> => {
    const call = api.POST('/api/rtm-sys/queue/{id}/claim', pathOf(id));
    return claimOf(await bodyOf(call), (await call).response);
  },
  /** Decides, also while the page is being closed. Resolves to how many reports still wait. */
  decide: async (id: string, body: ReviewDecisionRequest): Promise<number> => {
    const call = api.POST('/api/rtm-sys/queue/{id}/decide', { ...pathOf(id), body, keepalive: true });
    return (await bodyOf(call)).newer;
  },
  /** Puts a post under legal hold. */
  escalate: async (id: string, given: Given): Promise<void> => {
    await api.POST('/api/rtm-sys/posts/{id}/escalate', { ...pathOf(id), body: given, keepalive: true });
  },
  undo: async (id: string): Promise<void> => {
    const body = { reason: 'Undone right after the decision.' };
    await api.POST('/api/rtm-sys/queue/{id}/undo', { ...pathOf(id), body });
  },
  /** Gives a post back to the queue, also while the page is being closed. Without an answer the claim ends by itself. */
  release: async (id: string): Promise<void> => {
    await api
      .POST('/api/rtm-sys/queue/{id}/release', { ...pathOf(id), keepalive: true })
      .catch(() => undefined);
  },
  /** Gives all posts back: for a page that is closed before it knows which post it has claimed. */
  releaseAll: async (): Promise<void> => {
    await api.POST('/api/rtm-sys/queue/release', { keepalive: true }).catch(() => undefined);
  },
};

export type ReviewCalls = typeof reviewCalls;
