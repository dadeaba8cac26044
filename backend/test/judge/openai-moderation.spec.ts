import { OpenAiModeration } from '../../src/infrastructure/judge/openai-moderation.js';
import { JudgeUnavailableError } from '../../src/infrastructure/judge/photo-judge.port.js';
import { apiError, cutBody, json, moderation, OpenAiServer, silence } from '../support/openai-server.js';
import { TestTimer } from '../support/timer.js';

describe('OpenAiModeration', () => {
  let server: OpenAiServer;

  beforeAll(async () => {
    server = await OpenAiServer.start();
  });

  afterAll(() => server.stop());

  const timer = new TestTimer();
  const moderate = (text: string) =>
    new OpenAiModeration({
      apiKey: 'sk-test',
      baseURL: server.baseURL,
      retryPauseMs: 0,
      timer,
    }).moderate(text);

  it('allows a text that is not flagged', async () => {
    server.willReply(moderation());
    expect(await moderate('Lovely light!')).toEqual({ allowed: true, reasons: [] });
    expect(server.calls.map(({ path, body }) => ({ path, body }))).toEqual([
      { path: '/v1/moderations', body: { model: 'omni-moderation-latest', input: 'Lovely light!' } },
    ]);
  });

  it('returns each flagged category once, as a phrase', async () => {
    server.willReply(moderation('sexual', 'sexual/minors', 'violence'));
    expect(await moderate('…')).toEqual({ allowed: false, reasons: ['is sexual', 'is violent'] });
  });

  it.each([
    ['an unknown category', { flagged: true, categories: { 'new-category': true } }],
    ['no category', { flagged: true, categories: {} }],
    ['no list of categories', { flagged: true }],
  ])('does not allow a flagged text with %s', async (_, result) => {
    server.willReply(json(200, { results: [result] }));
    expect(await moderate('…')).toEqual({ allowed: false, reasons: ['is not allowed here'] });
  });

  it.each([
    ['429', apiError(429, 'rate_limit_exceeded')],
    ['500', apiError(500, 'server_error')],
    ['silence', silence(timer)],
    ['a cut body', cutBody],
    ['no results', json(200, { results: [] })],
    ['a result without a flag', json(200, { results: [{ categories: {} }] })],
  ])('retries once after %s, and gives up after two tries', async (_, bad) => {
    server.willReply(bad, moderation());
    expect(await moderate('fine')).toEqual({ allowed: true, reasons: [] });

    server.willReply(bad, bad, moderation());
    await expect(moderate('fine')).rejects.toThrow(JudgeUnavailableError);
    expect(server.calls).toHaveLength(2);
  });
});
