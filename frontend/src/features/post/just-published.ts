import { apart } from '../../components/on-demand.tsx';
import { createStore } from '../../lib/create-store.ts';

/** The post that this tab has just published, until its page has shown that: once, and not after a reload. */
export const justPublished = createStore<string | null>(null);

/** What the page of a post shows when it was just published. */
export const PublishedMoment = apart(() =>
  import('./PublishedMoment.tsx').then((module) => module.PublishedMoment),
);

/** Prepares the page of a post that was just published. */
export async function celebrate(id: string): Promise<void> {
  justPublished.write(id);
  // So that it is there with the page, and nothing moves. Without it the page goes on.
  await PublishedMoment.fetch();
}
