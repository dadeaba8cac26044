import { unique } from '../app.js';
import { adminBrowser } from '../admins.js';
import { verified } from '../people.js';
import { newPhoto } from '../photos.js';
import { commentOn, publishPost, rate } from '../posts.js';
import type { Refusal, Refusals } from './refusal.js';

type Call = Refusal['call'];
type App = Parameters<Call>[0];

const join = (app: App) => verified(app, `${unique('ann')}@example.org`);
const admin = (app: App) => adminBrowser(app, unique('moe'));

export const postRefusals: Refusals = {
  'POST /api/posts/{id}/report': {
    refused: 'Report.ReportPost: an own post',
    call: async (app) => {
      const { browser, user } = await join(app);
      return browser.report(await publishPost(app, user.id, 7), { category: 'spam', reason: 'A copy.' });
    },
    status: 403,
    body: { code: 'forbidden', message: 'You cannot report your own post' },
  },
  'POST /api/comments/{id}/report': {
    refused: 'Report.ReportComment: an own comment',
    call: async (app) => {
      const { browser, user } = await join(app);
      const id = await commentOn(app, await publishPost(app, user.id, 7), user.id);
      return browser.post(`/api/comments/${id}/report`, { category: 'abuse', reason: 'Rude.' });
    },
    status: 403,
    body: { code: 'forbidden', message: 'You cannot report your own comment' },
  },
  'POST /api/users/{id}/report': {
    refused: 'Report.ReportProfile: the own profile',
    call: async (app) => {
      const { browser, user } = await join(app);
      return browser.post(`/api/users/${user.id}/report`, { category: 'spam', reason: 'An advert.' });
    },
    status: 403,
    body: { code: 'forbidden', message: 'You cannot report your own profile' },
  },
  'POST /api/ratings/submit': {
    refused: 'Rating.RatePost: a second rating',
    call: async (app) => {
      const { browser, user } = await join(app);
      const post = await publishPost(app, 'somebody', 7);
      await rate(app, post, 'somebody', 3, user.id);
      return browser.rate(post, 9);
    },
    status: 409,
    body: { code: 'conflict', message: 'You may have already rated this post.' },
  },
  'POST /api/posts/{id}/comments': {
    refused: 'Comment.PostComment: the id of another comment',
    call: async (app) => {
      const { browser, user } = await join(app);
      const post = await publishPost(app, user.id, 7);
      const id = await commentOn(app, post, user.id);
      return browser.post(`/api/posts/${post}/comments`, { id, text: 'Another text.' });
    },
    status: 409,
    body: { code: 'conflict', message: 'Another comment already has this id.' },
  },
  'DELETE /api/comments/{id}': {
    refused: 'Comment.DeleteComment: a comment of another person',
    call: async (app) => {
      const { browser, user } = await join(app);
      const post = await publishPost(app, user.id, 7);
      return browser.deleteComment(await commentOn(app, post, (await join(app)).user.id));
    },
    status: 403,
    body: { code: 'forbidden', message: 'You can only delete your own comments.' },
  },
  'POST /api/posts/publish': {
    refused: 'Photo.ClaimPhoto: the photo of another account',
    call: async (app) => {
      const { browser: other } = await join(app);
      const rating = await other.uploadPhoto(await newPhoto());
      return (await join(app)).browser.publish(rating.body);
    },
    status: 400,
    body: { code: 'invalid', message: 'Invalid saved rating' },
  },
  'POST /api/posts/publish-direct': {
    refused: 'PublishedPicture.PublishPicture: the same picture again',
    call: async (app) => {
      const { browser } = await join(app);
      const photo = await newPhoto();
      await browser.publishPhoto(photo);
      return browser.publishPhoto(photo);
    },
    status: 409,
    body: { code: 'conflict', message: 'You have already published this photo.' },
  },
  'DELETE /api/user/posts/{id}': {
    refused: 'Post.DeletePost: a post of another person',
    call: async (app) => (await join(app)).browser.deletePost(await publishPost(app, 'somebody', 7)),
    status: 404,
    body: { code: 'not_found', message: 'Post not found' },
  },
  'PUT /api/user/posts/{id}/score-sheet': {
    refused: 'Post.ShowScoreSheet: the post of another person',
    call: async (app) =>
      (await join(app)).browser.showScoreSheet(await publishPost(app, 'somebody', 7), true),
    status: 404,
    body: { code: 'not_found', message: 'Post not found' },
  },
  'POST /api/rtm-sys/raters/{id}/exclude': {
    refused: 'Rater.ExcludeRater: a second act',
    call: async (app) => {
      const { user } = await join(app);
      await rate(app, await publishPost(app, 'somebody', 7), 'somebody', 3, user.id);
      const desk = await admin(app);
      await desk.post(`/api/rtm-sys/raters/${user.id}/exclude`, { note: 'A burst.' });
      return desk.post(`/api/rtm-sys/raters/${user.id}/exclude`, { note: 'Again.' });
    },
    status: 409,
    body: { code: 'conflict', message: 'The ratings of this person are excluded already.' },
  },
  'POST /api/rtm-sys/ratings/exclude': {
    refused: 'Rating.ExcludeRating: a post that the person did not rate',
    call: async (app) => {
      const postId = await publishPost(app, 'somebody', 7);
      const { user } = await join(app);
      return (await admin(app)).post('/api/rtm-sys/ratings/exclude', {
        postId,
        userId: user.id,
        note: 'Spite.',
      });
    },
    status: 404,
    body: { code: 'not_found', message: 'Rating not found' },
  },
};
