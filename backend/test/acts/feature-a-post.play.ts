// Plays the act of `feature-a-post.patch` through. Only a copy of the project with that patch can run it.
import assert from 'node:assert/strict';
import { DESK } from '../support/desk.js';
import { adminBrowser } from '../support/admins.js';
import { startApp } from '../support/app.js';
import { mailsTo } from '../support/mails.js';
import { verified } from '../support/people.js';
import { publishPost } from '../support/posts.js';

const app = await startApp();
const moe = await adminBrowser(app, 'moe');
const ann = await verified(app, 'ann@example.org');
const postId = await publishPost(app, ann.user.id, 7);
const feature = () =>
  moe.post<{ actId: string }>(`${DESK}/posts/${postId}/acts`, { act: 'PostFeatured', note: 'What toes!' });
const subjects = async (count: number) =>
  (await mailsTo(app, 'ann@example.org', count)).map(({ subject }) => subject);
const listed = async () => {
  const { body } = await moe.actsOn(postId);
  return body.map(({ name, adminName, canUndo, undone }) => [name, adminName, canUndo, undone !== null]);
};
const told = async () =>
  (await ann.browser.decisions()).body.map(({ kind, title, isUndone, canAppeal }) => [
    kind as string,
    title,
    isUndone,
    canAppeal,
  ]);

const { status, body } = await feature();
assert.equal(status, 200);
assert.equal((await feature()).body.actId, body.actId);
assert.deepEqual(await listed(), [['Post featured', 'moe', true, false]]);
assert.deepEqual(await told(), [['featured', 'Your post was featured', false, false]]);
const before = await subjects(2);
assert.equal(before.at(-1), 'Your post was featured');

assert.equal((await moe.undo(body.actId, 'Another post.')).status, 200);
assert.deepEqual(await listed(), [['Post featured', 'moe', false, true]]);
assert.deepEqual(await told(), [['featured', 'Your post was featured', true, false]]);
assert.equal((await subjects(3)).at(-1), 'A decision about your post was undone');
await app.stop();
process.stdout.write('played\n');
