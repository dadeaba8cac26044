import sharp from 'sharp';
import {
  OpenAiJudge,
  type OpenAiJudgeSettings,
  PROMPT_VERSION,
} from '../../src/infrastructure/judge/openai-judge.js';
import { type JudgedPhoto, JudgeUnavailableError } from '../../src/infrastructure/judge/photo-judge.port.js';
import {
  apiError,
  completion,
  cutBody,
  cutConnection,
  json,
  moderation,
  objectSchemas,
  OpenAiServer,
  type Reply,
  silence,
  stalledBody,
  text,
} from '../support/openai-server.js';
import { expires } from '../support/expires.js';
import { scene } from '../support/photos.js';
import { TestTimer } from '../support/timer.js';

const CHAT = '/v1/chat/completions';
const MODERATIONS = '/v1/moderations';
const MODEL = 'gpt-test-2026-08-01';

const PASS = {
  verdict: 'pass',
  reasons: [],
  scores: { toeAlignment: 7.4, toeNails: 6, footShape: 8.25, aesthetic: 9.1 },
  comment: 'A sunny pair on a fine towel; a little more light from the side would make it shine.',
};

const answer = (change: object = {}): Reply =>
  completion({ content: JSON.stringify({ ...PASS, ...change }) });

describe('OpenAiJudge', () => {
  let server: OpenAiServer;
  let photo: JudgedPhoto;

  beforeAll(async () => {
    server = await OpenAiServer.start();
    const webp = await sharp(scene(1, 64, 48))
      .webp()
      .toBuffer();
    photo = { webp, width: 64, height: 48 };
  });

  afterAll(() => server.stop());

  const judge = (settings: Partial<OpenAiJudgeSettings> = {}) =>
    new OpenAiJudge({
      apiKey: 'sk-test',
      baseURL: server.baseURL,
      model: 'gpt-test',
      retryPauseMs: 0,
      ...settings,
    });

  const failure = async (settings?: Partial<OpenAiJudgeSettings>): Promise<JudgeUnavailableError> => {
    const outcome: unknown = await judge(settings)
      .judge(photo)
      .catch((error: unknown) => error);
    if (!(outcome instanceof JudgeUnavailableError))
      throw new Error(`Not unavailable: ${JSON.stringify(outcome)}`);
    return outcome;
  };

  describe('asks', () => {
    it('once, with the photo as a data URL and a strict schema, then has the comment moderated', async () => {
      server.willReply(answer(), moderation());

      await judge().judge(photo);

      expect(server.paths).toEqual([CHAT, MODERATIONS]);
      const [chat, moderated] = server.calls;
      expect(chat?.headers.authorization).toBe('Bearer sk-test');
      expect(chat?.body).toMatchObject({
        model: 'gpt-test',
        messages: [
          { role: 'system', content: expect.stringContaining('never suggestive') as string },
          {
            role: 'user',
            content: [
              { type: 'text' },
              {
                type: 'image_url',
                image_url: { url: `data:image/webp;base64,${photo.webp.toString('base64')}` },
              },
            ],
          },
        ],
        response_format: { type: 'json_schema', json_schema: { name: 'photo_judgement', strict: true } },
      });
      expect(moderated?.body).toEqual({ model: 'omni-moderation-latest', input: PASS.comment });
    });

    it('with a schema that is valid in strict mode: all properties required, no others allowed', async () => {
      server.willReply(answer(), moderation());
      await judge().judge(photo);

      const body = server.calls[0]?.body as { response_format: { json_schema: { schema: unknown } } };
      const objects = objectSchemas(body.response_format.json_schema.schema);
      expect(objects).toHaveLength(2);
      for (const schema of objects) {
        expect(schema.additionalProperties).toBe(false);
        expect([...schema.required].sort()).toEqual(Object.keys(schema.properties).sort());
      }
    });
  });

  describe('answers', () => {
    it('a pass with scores to one decimal, the comment, the model and the prompt version', async () => {
      server.willReply(answer(), moderation());
      expect(await judge().judge(photo)).toEqual({
        verdict: 'pass',
        reasons: [],
        scores: { toeAlignment: 7.4, toeNails: 6, footShape: 8.3, aesthetic: 9.1 },
        comment: PASS.comment,
        model: MODEL,
        promptVersion: PROMPT_VERSION,
      });
    });

    it('a review with its rating and its reasons as phrases', async () => {
      server.willReply(
        answer({ verdict: 'review', reasons: ['unclear', 'identifiable', 'unclear'] }),
        moderation(),
      );
      expect(await judge().judge(photo)).toMatchObject({
        verdict: 'review',
        reasons: ['is too unclear to judge', 'shows something that identifies a person'],
        scores: { toeNails: 6 },
      });
    });

    it('a refusal with reasons, without scores, and without a comment to moderate', async () => {
      server.willReply(answer({ verdict: 'refuse', reasons: ['face'], comment: '' }));
      expect(await judge().judge(photo)).toEqual({
        verdict: 'refuse',
        reasons: ['shows a face'],
        model: MODEL,
        promptVersion: PROMPT_VERSION,
      });
      expect(server.paths).toEqual([CHAT]);
    });

    it.each([
      ['declines', completion({ refusal: "I can't help with that." }), 'was declined by the judge'],
      [
        'is stopped by its filter',
        completion({ content: '' }, 'content_filter'),
        "was stopped by the judge's content filter",
      ],
    ])('a refusal when the model %s', async (_, reply, reason) => {
      server.willReply(reply);
      expect(await judge().judge(photo)).toEqual({
        verdict: 'refuse',
        reasons: [reason],
        model: MODEL,
        promptVersion: PROMPT_VERSION,
      });
      expect(server.paths).toEqual([CHAT]);
    });

    it.each([0, 10])('the score %d at the end of the scale', async (score) => {
      const scores = { toeAlignment: score, toeNails: score, footShape: score, aesthetic: score };
      server.willReply(answer({ scores }), moderation());
      expect(await judge().judge(photo)).toMatchObject({ scores });
    });
  });

  const { toeNails, ...threeScores } = PASS.scores;
  const passing: [string, Reply][] = [
    ['429', apiError(429, 'rate_limit_exceeded')],
    ['500', apiError(500, 'server_error')],
    ['503 without JSON', text(503, 'upstream is tired')],
    ['a cut connection', cutConnection],
    ['a cut body', cutBody],
    ['a body that is not JSON', text(200, '{"id":')],
    ['no choices', json(200, { model: MODEL, choices: [] })],
    ['no choices at all', json(200, { model: MODEL })],
    ['a truncated answer', completion({ content: '{"verdict":"pa' }, 'length')],
    ['a truncated answer that is valid JSON', completion({ content: JSON.stringify(PASS) }, 'length')],
    ['prose', completion({ content: 'What lovely light!' })],
    ['an empty answer', completion({ content: '' })],
    ['no content', completion({ content: null })],
    ['a list', completion({ content: '[]' })],
    ['null', completion({ content: 'null' })],
    ['an unknown verdict', answer({ verdict: 'maybe' })],
    ['an unknown reason', answer({ verdict: 'refuse', reasons: ['toString'] })],
    ['a refusal without a reason', answer({ verdict: 'refuse', reasons: [] })],
    ['a pass with a reason', answer({ reasons: ['face'] })],
    ['reasons that are not a list', answer({ reasons: 'face' })],
    ['a missing score', answer({ scores: threeScores })],
    ['a score as a string', answer({ scores: { ...threeScores, toeNails: String(toeNails) } })],
    ['a score above 10', answer({ scores: { ...PASS.scores, aesthetic: 10.1 } })],
    ['a score below 0', answer({ scores: { ...PASS.scores, aesthetic: -0.1 } })],
    ['no scores', answer({ scores: null })],
    ['no comment', answer({ comment: undefined })],
    ['a blank comment', answer({ comment: '  ' })],
    ['a comment of 281 characters', answer({ comment: 'x'.repeat(281) })],
  ];

  describe.each(passing)('after %s', (_, bad) => {
    it('asks once more and accepts the valid answer', async () => {
      server.willReply(bad, answer(), moderation());
      expect(await judge().judge(photo)).toMatchObject({ verdict: 'pass', comment: PASS.comment });
      expect(server.paths).toEqual([CHAT, CHAT, MODERATIONS]);
    });

    it('twice, gives up without scores', async () => {
      server.willReply(bad, bad, answer(), moderation());
      expect((await failure()).message).toMatch(/not available right now/);
      expect(server.paths).toEqual([CHAT, CHAT]);
    });
  });

  expires('judge answer', async () => {
    const timer = new TestTimer();
    server.willReply(silence(timer), answer(), moderation());
    expect(await judge({ timer }).judge(photo)).toMatchObject({ comment: PASS.comment });
    expect(server.paths).toEqual([CHAT, CHAT, MODERATIONS]);
  });

  it.each([
    ['never answers', silence],
    ['starts an answer and never completes it', stalledBody],
  ])('gives up on a server that %s, after two tries', async (_, slow) => {
    const timer = new TestTimer();
    server.willReply(slow(timer), slow(timer));
    expect((await failure({ timer })).detail).toBe('no answer within 20000 ms');
    expect(server.paths).toEqual([CHAT, CHAT]);
  });

  it('may be told how long to wait for an answer', async () => {
    const timer = new TestTimer();
    server.willReply(silence(timer), silence(timer));
    expect((await failure({ timer, timeoutMs: 50 })).detail).toBe('no answer within 50 ms');
  });

  it('gives up when the server is unreachable', async () => {
    const gone = await OpenAiServer.start();
    const { baseURL } = gone;
    await gone.stop();
    expect((await failure({ baseURL })).detail).toBe('the connection failed');
  });

  it.each([400, 401, 403, 404])('does not retry an invalid request (%d)', async (status) => {
    server.willReply(apiError(status, 'invalid_request'), answer(), moderation());
    expect((await failure()).detail).toBe(`HTTP ${status}, request req_test`);
    expect(server.paths).toEqual([CHAT]);
  });

  describe('has the comment moderated and', () => {
    it('asks for another comment when it is rejected', async () => {
      server.willReply(answer({ comment: 'A bad one' }), moderation('harassment'), answer(), moderation());
      expect(await judge().judge(photo)).toMatchObject({ comment: PASS.comment });
      expect(server.paths).toEqual([CHAT, MODERATIONS, CHAT, MODERATIONS]);
    });

    it('gives up when the second comment is rejected, too', async () => {
      server.willReply(answer(), moderation('sexual'), answer(), moderation('sexual/minors'));
      expect((await failure()).detail).toBe('the comment was rejected: it is sexual');
      expect(server.paths).toEqual([CHAT, MODERATIONS, CHAT, MODERATIONS]);
    });

    it('retries a failed moderation without asking about the photo again', async () => {
      server.willReply(answer(), apiError(500, 'server_error'), moderation());
      expect(await judge().judge(photo)).toMatchObject({ comment: PASS.comment });
      expect(server.paths).toEqual([CHAT, MODERATIONS, MODERATIONS]);
    });

    it('never returns an unmoderated comment (V16.5.3)', async () => {
      server.willReply(answer(), cutConnection, json(200, { results: [] }));
      expect((await failure()).detail).toBe('the moderation does not match the schema');
      expect(server.paths).toEqual([CHAT, MODERATIONS, MODERATIONS]);
    });

    it('has one retry in total, not one per call', async () => {
      server.willReply(apiError(500, 'server_error'), answer(), apiError(500, 'server_error'), moderation());
      await failure();
      expect(server.paths).toEqual([CHAT, CHAT, MODERATIONS]);

      server.willReply(apiError(500, 'server_error'), answer(), moderation('hate'), answer(), moderation());
      await failure();
      expect(server.paths).toEqual([CHAT, CHAT, MODERATIONS]);
    });
  });

  it('reveals no secret in its errors', async () => {
    server.willReply(
      json(401, { error: { message: 'Incorrect API key provided: sk-test', code: 'invalid_api_key' } }),
    );
    const error = await failure();
    expect(
      JSON.stringify({ ...error, message: error.message, stack: error.stack, cause: error.cause }),
    ).not.toContain('sk-test');
  });
});
