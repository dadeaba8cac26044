import { randomBytes } from 'node:crypto';
import { PictureBlock } from '../../../src/domain/moderation/blocked-picture.js';
import { adminBrowser } from '../admins.js';
import { type AppInUse, unique } from '../app.js';
import { DESK } from '../desk.js';
import { verified } from '../people.js';
import { commentOn, publishPost, send } from '../posts.js';
import { type Refusal, type Refusals, UNKNOWN } from './refusal.js';

const SPAM = { reason: 'spam', note: '' };
const unknown = (what: string) => ({
  status: 404,
  body: { code: 'not_found', message: `${what} not found` },
});
const conflict = (message: string) => ({ status: 409, body: { code: 'conflict', message } });

const moderator = (app: AppInUse) => adminBrowser(app, unique('moe'));
const owner = (app: AppInUse) => adminBrowser(app, unique('olga'), 'owner');
const person = (app: AppInUse) => verified(app, `${unique('ann')}@example.org`);

async function removedPost(app: AppInUse) {
  const desk = await moderator(app);
  const postId = await publishPost(app, (await person(app)).user.id, 7);
  await desk.remove(postId);
  return { desk, postId };
}
const onRemoved = {
  refused: 'Post.ShowPost: a removed post',
  ...conflict('This post was removed. Undo that first.'),
};

/** A post that waits for a review. */
const flaggedPost = async (app: AppInUse) =>
  publishPost(app, (await person(app)).user.id, 7, { moderationFlags: ['may show a face'] });

/** A hidden post, with an appeal of its owner. */
async function appealed(app: AppInUse) {
  const [desk, ann] = [await moderator(app), await person(app)];
  const { actId } = (await desk.hide(await publishPost(app, ann.user.id, 7))).body;
  await ann.browser.appeal(actId, 'These are mine.');
  return { desk, ann, actId };
}

/** A call about a report that is decided. */
const onDecidedReport = (command: string, method: string, path: string, body: object): Refusal => ({
  refused: `Report.${command}: a decided report`,
  call: async (app) => {
    const [desk, ann, bob] = [await moderator(app), await person(app), await person(app)];
    const postId = await publishPost(app, ann.user.id, 7);
    await bob.browser.report(postId, { category: 'spam', reason: 'An advert.' });
    const address = `${DESK}/reports/${postId}-${bob.user.id}`;
    await desk.patch(address, { status: 'dismissed' });
    return method === 'PATCH' ? desk.patch(address, body) : desk.post(`${address}/${path}`, body);
  },
  ...conflict('This report has been decided.'),
});

async function blocked(app: AppInUse) {
  const imageHash = randomBytes(32).toString('hex');
  const block = { imageHash, perceptualHash: imageHash.slice(0, 16), postId: crypto.randomUUID() };
  await send(app, PictureBlock.BlockPicture({ ...block, actId: crypto.randomUUID(), reason: 'spam' }));
  return `${DESK}/blocked-pictures/${imageHash}`;
}

export const moderationRefusals: Refusals = {
  'PATCH /api/rtm-sys/posts/{id}': {
    ...onRemoved,
    call: async (app) => {
      const { desk, postId } = await removedPost(app);
      return desk.decide(postId, { isPublic: true });
    },
  },
  'POST /api/rtm-sys/posts/{id}/acts': {
    ...onRemoved,
    call: async (app) => {
      const { desk, postId } = await removedPost(app);
      return desk.post(`${DESK}/posts/${postId}/acts`, { act: 'PostShown' });
    },
  },
  'DELETE /api/rtm-sys/posts/{id}': {
    refused: 'Post.RemovePost: the id of a comment',
    call: async (app) => {
      const { id } = (await person(app)).user;
      const commentId = await commentOn(app, await publishPost(app, id, 7), id);
      return (await moderator(app)).remove(commentId);
    },
    ...unknown('Post'),
  },
  'POST /api/rtm-sys/posts/{id}/escalate': {
    refused: 'Post.EscalatePost: an unknown post',
    call: async (app) => (await moderator(app)).escalate(UNKNOWN, SPAM),
    ...unknown('Post'),
  },
  'DELETE /api/rtm-sys/comments/{id}': {
    refused: 'Comment.HideComment: an unknown comment',
    call: async (app) => (await moderator(app)).hideComment(UNKNOWN, SPAM),
    ...unknown('Comment'),
  },
  'PATCH /api/rtm-sys/reports/{id}': onDecidedReport('DecideReport', 'PATCH', '', { status: 'reviewed' }),
  'POST /api/rtm-sys/reports/{id}/assign': onDecidedReport('AssignReport', 'POST', 'assign', {
    adminId: null,
  }),
  'POST /api/rtm-sys/reports/{id}/notes': onDecidedReport('NoteOnReport', 'POST', 'notes', { text: 'Hm.' }),
  'POST /api/rtm-sys/reports/{id}/category': onDecidedReport('CategoriseReport', 'POST', 'category', {
    category: 'abuse',
  }),
  'POST /api/rtm-sys/queue/{id}/claim': {
    refused: 'Reviews.ClaimReview: a post that another admin has',
    call: async (app) => {
      const postId = await flaggedPost(app);
      await (await moderator(app)).claim(postId);
      return (await moderator(app)).claim(postId);
    },
    ...conflict('Another admin is reviewing this post.'),
  },
  'POST /api/rtm-sys/queue/{id}/decide': {
    refused: 'Reviews.DecideReview: a post that nobody has',
    call: async (app) => (await moderator(app)).review(await flaggedPost(app), { decision: 'approve' }),
    ...conflict('Please open this post for review first.'),
  },
  'POST /api/user/decisions/{id}/appeal': {
    refused: 'Appeal.FileAppeal: a second appeal',
    call: async (app) => {
      const { ann, actId } = await appealed(app);
      return ann.browser.appeal(actId, 'Again.');
    },
    ...conflict('You have already appealed this decision.'),
  },
  'POST /api/rtm-sys/appeals/{id}/decide': {
    refused: 'Appeal.DecideAppeal: the admin whose decision it is against',
    call: async (app) => {
      const { desk, actId } = await appealed(app);
      return desk.decideAppeal(actId, true);
    },
    status: 403,
    body: {
      code: 'forbidden',
      message: 'This appeal is about your own decision. Another admin has to decide it.',
    },
  },
  'POST /api/rtm-sys/blocked-pictures/{imageHash}/notes': {
    refused: 'PictureBlock.ExplainBlockedPicture: an empty note',
    call: async (app) => (await moderator(app)).post(`${await blocked(app)}/notes`, { note: ' ' }),
    status: 400,
    body: { code: 'invalid', message: 'Please describe the reason.' },
  },
  'DELETE /api/rtm-sys/blocked-pictures/{imageHash}': {
    refused: 'PictureBlock.LiftPictureBlock: a block that another admin has lifted',
    call: async (app) => {
      const address = await blocked(app);
      await (await moderator(app)).delete(address, SPAM);
      return (await moderator(app)).delete(address, SPAM);
    },
    ...conflict('This picture is not blocked any more.'),
  },
  'POST /api/rtm-sys/users/{id}/suspend': {
    refused: 'Account.SuspendAccount: an end that is over',
    call: async (app) => {
      const [desk, { user }] = [await owner(app), await person(app)];
      const endsAt = app.clock.now().toISOString();
      return desk.post(`${DESK}/users/${user.id}/suspend`, { ...SPAM, endsAt });
    },
    status: 400,
    body: { code: 'invalid', message: 'The end of a suspension is in the future.' },
  },
  'POST /api/rtm-sys/users/{id}/notes': {
    refused: 'Account.NoteOnAccount: an unknown account',
    call: async (app) => (await moderator(app)).post(`${DESK}/users/${UNKNOWN}/notes`, { text: 'Hm.' }),
    ...unknown('User'),
  },
  'POST /api/rtm-sys/users/{id}/withhold': {
    refused: 'Account.WithholdProfile: a part that is empty',
    call: async (app) => {
      const [desk, { user }] = [await moderator(app), await person(app)];
      return desk.post(`${DESK}/users/${user.id}/withhold`, { ...SPAM, parts: ['bio'] });
    },
    ...conflict('This profile has no bio to withhold.'),
  },
  'POST /api/rtm-sys/users/{id}/strikes': {
    refused: 'Account.StrikeAccount: an unknown account',
    call: async (app) => (await owner(app)).post(`${DESK}/users/${UNKNOWN}/strikes`, SPAM),
    ...unknown('User'),
  },
};
