import { publishPost } from '../posts.js';
import { verified } from '../people.js';
import { unique } from '../app.js';
import type { Refusals } from './refusal.js';

export const postRefusals: Refusals = {
  'POST /api/posts/{id}/report': {
    refused: 'Report.ReportPost: an own post',
    call: async (app) => {
      const { browser, user } = await verified(app, `${unique('ann')}@example.org`);
      return browser.report(await publishPost(app, user.id, 7), { category: 'spam', reason: 'A copy.' });
    },
    status: 403,
    body: { code: 'forbidden', message: 'You cannot report your own post' },
  },
};
