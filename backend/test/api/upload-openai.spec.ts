import type { RatingResult } from '../../src/projections/photos/rating-result.js';
import { useOwnApp } from '../support/app.js';
import { OpenAiServer, apiError, completion, moderation } from '../support/openai-server.js';
import { jpegPhoto } from '../support/photos.js';

const ANSWER = {
  verdict: 'pass',
  reasons: [],
  scores: { toeAlignment: 7.4, toeNails: 6, footShape: 8.2, aesthetic: 9.1 },
  comment: 'A sunny pair on a fine towel.',
};

describe('uploading with an AI key', () => {
  let provider: OpenAiServer;
  beforeAll(async () => {
    provider = await OpenAiServer.start();
  });
  const app = useOwnApp('not shared yet', {
    later: () => ({
      env: { OPENAI_API_KEY: 'sk-test', OPENAI_BASE_URL: provider.baseURL, OPENAI_MODEL: 'gpt-test' },
    }),
  });
  afterAll(() => provider.stop());

  const upload = async (seed: number) =>
    app.browser().uploadPhoto<RatingResult & { message: string }>(await jpegPhoto(seed));

  it('rates with the configured provider, and stores the model and prompt version', async () => {
    provider.willReply(completion({ content: JSON.stringify(ANSWER) }), moderation());
    const { status, body } = await upload(1);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      averageRating: '7.7',
      toeNails: '6.0',
      aiComment: ANSWER.comment,
      judge: 'ai',
    });
    const events = await app.adapters.storage.log.readAll(0, 100);
    const event = events.find(({ type }) => type.startsWith('Photo'));
    expect(event).toMatchObject({
      type: 'PhotoRated',
      data: {
        judge: { kind: 'ai', model: expect.stringContaining('gpt-test'), promptVersion: expect.any(String) },
      },
    });
  });

  it('answers 503 with a message when the provider fails twice, and makes up no score', async () => {
    const before = await app.adapters.storage.log.head();
    provider.willReply(apiError(500, 'server_error'), apiError(500, 'server_error'));
    const uploading = upload(2);
    await app.timer.begun(500);
    await app.timer.advance(500);
    const { status, body } = await uploading;
    expect(status).toBe(503);
    expect(body.message).toMatch(/not available right now/);
    expect(await app.adapters.storage.log.head()).toBe(before);
  });
});
