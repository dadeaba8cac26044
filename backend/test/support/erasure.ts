import type { PostFacts } from '../../src/domain/post/post-facts.js';
import { Reactor } from '../../src/kernel/reactions/reactor.js';
import type { User } from '../../src/projections/accounts/accounts.js';
import type { Post } from '../../src/projections/leaderboard/shown-posts.js';
import { AccountDeletion } from '../../src/reactions/erasure/account-deletion.js';
import { ErasureScrub } from '../../src/reactions/erasure/erasure-scrub.js';
import { GoodbyeMails } from '../../src/reactions/erasure/goodbye-mails.js';
import { type RunningApp } from './app.js';
import { settled } from './settled.js';
import { PASSWORD, type Visitor } from './visitor.js';

/** A day in milliseconds. */
export const DAY = 86_400_000;

/** Deletes the accounts that are due. */
export const deleteDue = (app: RunningApp) => app.server.get(AccountDeletion, { strict: false }).deleteDue();
/** Removes the data of erased people from all files. */
export const scrub = (app: RunningApp) => app.server.get(ErasureScrub, { strict: false }).scrub();
/** Sends the pending goodbye mails. */
export const sayGoodbye = (app: RunningApp) => app.server.get(GoodbyeMails, { strict: false }).deliver();
/** Waits until all steps of an erasure and their consequences are done, then sends the goodbye mails and scrubs. */
export const erased = async (app: RunningApp, accountId: string): Promise<void> => {
  await settled(app);
  const events = await app.adapters.storage.log.readStream(`account-${accountId}`);
  expect(events.map(({ type }) => type)).toContain('AccountDeleted');
  expect(app.server.get(Reactor, { strict: false }).unfinished('account-erasure')).toEqual([]);
  await sayGoodbye(app);
  await scrub(app);
};
/** Requests the deletion of the account of a browser's owner in seven days. */
export const askForDeletion = (browser: Visitor) =>
  browser.post<User>('/api/user/deletion', { password: PASSWORD });
/**
 * Requests the deletion of the account of a browser's owner, and lets the seven days pass. The mail about it is sent by
 * then: an erasure deletes the records of earlier mails.
 */
export const leave = async (app: RunningApp, browser: Visitor): Promise<void> => {
  const { status } = await askForDeletion(browser);
  if (status !== 200) throw new Error(`the deletion request was answered with ${status}`);
  await settled(app);
  app.clock.advance(7 * DAY);
};
/** The facts of a post that commands need. */
export const factsOf = (post: Post): PostFacts => ({
  postId: post.id,
  ownerId: post.userId ?? '',
  isPublic: true,
});
