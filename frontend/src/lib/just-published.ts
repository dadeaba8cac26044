import { createStore } from './create-store.ts';

/** The id of the post that this tab has just published, until its page has said so: once, and not after a reload. */
export const justPublished = createStore<string | null>(null);
