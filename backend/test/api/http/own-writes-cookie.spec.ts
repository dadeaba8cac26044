import type { FastifyReply, FastifyRequest } from 'fastify';
import { OwnWritesCookie } from '../../../src/api/http/own-writes-cookie.js';
import { ServerSecret } from '../../../src/infrastructure/sessions/server-secret.js';
import { ALONE, SERVING } from '../../../src/kernel/active-role.js';
import { Site } from '../../../src/site/site.js';
import { expires } from '../../support/expires.js';
import { useKernel } from '../../support/test-kernel.js';
import { claim, tally } from '../../support/tally.js';

const testKernel = useKernel();

describe('what a browser has written through another process', () => {
  const secret = new ServerSecret(Buffer.alloc(32, 'a'));
  const site = new Site('http://localhost:8080', false);
  let projector: ReturnType<typeof testKernel.projector>['projector'];
  let cookies: Record<string, string>;
  let cookie: OwnWritesCookie;
  beforeEach(async () => {
    ({ projector } = testKernel.projector([tally()]));
    await projector.start();
    cookies = {};
    cookie = cookieOf();
  });
  afterEach(() => projector.stop());

  const cookieOf = (role = SERVING, log = 'this log', key = secret) =>
    new OwnWritesCookie(role, { log } as never, projector.views, key, site);
  const reply = {
    sent: false,
    setCookie: (name: string, value: string) => (cookies[name] = value),
  } as unknown as FastifyReply;
  const request = () => ({ cookies: { ...cookies } }) as unknown as FastifyRequest;
  const seen = (by = cookie) => by.seen(request());

  it('is waited for, and told to the read', async () => {
    const position = await claim(testKernel, 'ada');
    cookie.note(request(), reply, position);
    expect(await seen()).toBe(position);
    expect(projector.views.get('tally')?.hasSeen(position)).toBe(true);
  });

  it('never goes back: not for an earlier stream, nor within one answer', async () => {
    const first = await claim(testKernel, 'ada');
    const second = await claim(testKernel, 'bob');
    cookie.note(request(), reply, second);
    cookie.note(request(), { ...reply }, first);
    expect(await seen()).toBe(second);
    const third = await claim(testKernel, 'cleo');
    const next = { ...reply };
    cookie.note(request(), next, third);
    cookies = {};
    cookie.note(request(), next, first);
    expect(await seen()).toBe(third);
  });

  expires('own writes', async () => {
    cookie.note(request(), reply, 10_000);
    let position: number | undefined;
    const answered = seen().then((known) => (position = known));
    await testKernel.timer.begun('own writes');
    await testKernel.timer.advance(1999);
    expect(position).toBeUndefined();
    await testKernel.timer.advance(1);
    await answered;
    expect(position).toBe(10_000);
  });

  it('is not waited for if nobody signed it, or for another log or by another secret', async () => {
    cookie.note(request(), reply, 10_000);
    const [name = '', value = ''] = Object.entries(cookies)[0] ?? [];
    expect(await seen(cookieOf(SERVING, 'another log'))).toBe(0);
    expect(await seen(cookieOf(SERVING, 'this log', new ServerSecret(Buffer.alloc(32, 'b'))))).toBe(0);
    for (const forged of ['', '10000', `20000.${value.split('.')[1]}`, 'x.y']) {
      cookies[name] = forged;
      expect(await seen()).toBe(0);
    }
  });

  it('is not told by the only process of a site, nor after its answer was sent', () => {
    cookieOf(ALONE).note(request(), reply, 5);
    cookie.note(request(), { ...reply, sent: true }, 5);
    expect(cookies).toEqual({});
  });
});
