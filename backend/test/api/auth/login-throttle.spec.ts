import { setImmediate } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AnswerTime } from '../../../src/api/auth/answer-time.js';
import { ALONE, type ActiveRole, SERVING } from '../../../src/kernel/active-role.js';
import { LoginThrottle } from '../../../src/api/auth/login-throttle.js';
import {
  KnownDeviceCookie,
  ANY_ADMIN,
  type LoginThrottleKey,
  emailName,
  usernameName,
} from '../../../src/api/http/known-device-cookie.js';
import { LimitSwitch } from '../../../src/api/http/limits.guard.js';
import { Site } from '../../../src/site/site.js';
import { RandomIds } from '../../../src/infrastructure/clock/system-clock.js';
import { SqliteLimitStore } from '../../../src/infrastructure/limits/sqlite-limit-store.js';
import { ServerSecret } from '../../../src/infrastructure/sessions/server-secret.js';
import { TestClock } from '../../support/app.js';
import { TestTimer } from '../../support/timer.js';

const SECOND = 1000;
const HOUR = 3600 * SECOND;
const EMAIL = emailName('ann@example.org');
const BOB = emailName('bob@example.org');

describe('the pace of sign-ins with one address', () => {
  const clock = new TestClock();
  const start = clock.now().getTime();
  const seconds = () => (clock.now().getTime() - start) / SECOND;
  let timer: TestTimer;
  const runUntil = (time: number) => timer.advance(time - clock.now().getTime());
  let pace: LoginThrottle;
  let paceOf: (role: ActiveRole) => LoginThrottle;
  let devices: KnownDeviceCookie;
  let store: SqliteLimitStore;

  beforeEach(() => {
    clock.advance(start - clock.now().getTime());
    timer = new TestTimer(clock);
    store = new SqliteLimitStore(':memory:');
    const secret = new ServerSecret(Buffer.alloc(32, 1));
    devices = new KnownDeviceCookie(
      secret,
      clock,
      new RandomIds(),
      new Site('https://footnote.example', true),
    );
    paceOf = (role) => new LoginThrottle(new LimitSwitch(true), store, secret, clock, devices, timer, role);
    pace = paceOf(ALONE);
  });

  afterEach(() => store.close());

  const reply = () => {
    const headers: Record<string, unknown> = {};
    return { headers, header: (name: string, value: unknown) => (headers[name] = value) };
  };

  /** Tries once from a network. Returns whether the password was checked. */
  const tryFrom = async (ip: string, name: LoginThrottleKey = EMAIL): Promise<boolean> => {
    const request = { ip, cookies: {} } as unknown as FastifyRequest;
    return pace.wait(request, reply() as unknown as FastifyReply, name).then(
      () => true,
      () => false,
    );
  };

  /** Tries again and again from a network, at this interval. Records when a password was checked. */
  const attack = async (ip: string, interval: number, until: number, checks: number[]) => {
    while (seconds() < until) {
      if (await tryFrom(ip)) checks.push(seconds());
      await timer.pause(interval);
    }
  };

  it('is at most 330 checks in any hour, however many networks try (V6.3.1)', async () => {
    const checks: number[] = [];
    const until = 2 * 3600;
    const attacks = Array.from({ length: 12 }, (_, index) =>
      attack(`192.0.2.${index}`, (9 + (index % 7)) * SECOND, until, checks),
    );
    await runUntil(start + 3 * HOUR);
    await Promise.all(attacks);
    const within = checks.map((end) => checks.filter((time) => time <= end && time > end - 3600).length);
    expect(Math.max(...within)).toBeLessThanOrEqual(330);
    // It is slow, but it does not stop.
    expect(Math.min(...within.slice(400))).toBeGreaterThan(200);
  });

  it('lets a newcomer pass within a minute while others try without end', async () => {
    const until = 3600;
    const attacks = Array.from({ length: 12 }, (_, index) =>
      attack(`192.0.2.${index}`, 5 * SECOND, until, []),
    );
    const waits: number[] = [];
    for (const [network, after] of [1200, 1800, 2400, 3000].entries()) {
      await runUntil(start + after * SECOND);
      const began = seconds();
      const passed = tryFrom(`2001:db8:${network}::1`).then((isIn) =>
        waits.push(isIn ? seconds() - began : -1),
      );
      await runUntil(start + (after + 120) * SECOND);
      await passed;
    }
    await runUntil(start + 2 * HOUR);
    await Promise.all(attacks);
    expect(waits).toHaveLength(4);
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...waits)).toBeLessThanOrEqual(60);
  });

  it('is the same when the tries go to several processes', async () => {
    const ofEach = [paceOf(SERVING), paceOf(SERVING)];
    const checks: number[] = [];
    const attackOn = async (each: LoginThrottle, ip: string) => {
      while (seconds() < 3600) {
        const request = { ip, cookies: {} } as unknown as FastifyRequest;
        await each.wait(request, reply() as unknown as FastifyReply, EMAIL).then(
          () => checks.push(seconds()),
          () => undefined,
        );
        await timer.pause(5 * SECOND);
      }
    };
    const attacks = ofEach.map((each, index) => attackOn(each, `192.0.2.${index}`));
    await runUntil(start + HOUR + 600 * SECOND);
    await Promise.all(attacks);
    expect(checks.length).toBeGreaterThan(200);
    expect(checks.length).toBeLessThanOrEqual(330);
  });

  it('is full speed for the first ten tries in an hour, and for other addresses', async () => {
    for (let time = 0; time < 11; time += 1) expect(await tryFrom(`192.0.2.${time}`)).toBe(true);
    const next = tryFrom('198.51.100.1');
    expect(await tryFrom('198.51.100.1', BOB)).toBe(true);
    expect(await Promise.race([next, setImmediate('waits')])).toBe('waits');
    await runUntil(start + 2 * SECOND);
    expect(await next).toBe(true);
    clock.advance(HOUR);
    expect(await tryFrom('198.51.100.1')).toBe(true);
  });

  it('is the same for usernames of the back office, apart from emails', async () => {
    const olga = usernameName(' Olga');
    for (let time = 0; time < 11; time += 1) expect(await tryFrom(`192.0.2.${time}`, olga)).toBe(true);
    const next = tryFrom('198.51.100.1', usernameName('olga'));
    expect(await tryFrom('198.51.100.1', { kind: 'email', value: 'olga' })).toBe(true);
    expect(await Promise.race([next, setImmediate('waits')])).toBe('waits');
    await runUntil(start + 2 * SECOND);
    expect(await next).toBe(true);
  });

  it('refuses a second request of a network that waits, and newcomers when newcomers take all places', async () => {
    for (let time = 0; time < 11; time += 1) await tryFrom(`192.0.2.${time}`);
    const first = tryFrom('198.51.100.1');
    const again = tryFrom('198.51.100.1');
    const waiting = [first, ...[2, 3, 4].map((network) => tryFrom(`198.51.100.${network}`))];
    await setImmediate();
    const answer = reply();
    const request = { ip: '198.51.100.5', cookies: {} } as unknown as FastifyRequest;
    await expect(pace.wait(request, answer as unknown as FastifyReply, EMAIL)).rejects.toMatchObject({
      status: 429,
      message: expect.stringContaining('reset your password by mail'),
    });
    expect(answer.headers).toEqual({ 'retry-after': 2 });
    await runUntil(start + 9 * SECOND);
    expect(await Promise.all([again, ...waiting])).toEqual([false, true, true, true, true]);
  });

  it('ends with the server: nobody waits for a turn that does not come', async () => {
    for (let time = 0; time < 11; time += 1) await tryFrom(`192.0.2.${time}`);
    const waiting = tryFrom('198.51.100.1');
    await setImmediate();
    pace.onModuleDestroy();
    expect(await waiting).toBe(false);
  });

  it('does not slow down a browser that has signed in with that address, until its cookie expires', async () => {
    let cookie = '';
    const keep = { setCookie: (_: string, value: string) => (cookie = value) } as unknown as FastifyReply;
    const request = (value: string) =>
      ({
        ip: '198.51.100.1',
        cookies: { device: value, '__Host-device': value },
      }) as unknown as FastifyRequest;
    devices.remember(request(''), keep, { email: EMAIL.value, emailVerified: false });
    expect(cookie).toBe('');
    devices.remember(request(''), keep, { email: EMAIL.value, emailVerified: true });
    expect(cookie).not.toContain('ann');
    const id = devices.idFor(request(cookie), emailName(' Ann@example.org'));
    expect(id).toMatch(/^[\w-]{22}$/);
    // A browser that two people use knows both; signing in again keeps the id, which counts the tries.
    devices.remember(request(cookie), keep, { email: 'bob@example.org', emailVerified: true });
    expect(devices.idFor(request(cookie), EMAIL)).toBe(id);
    devices.remember(request(cookie), keep, { email: EMAIL.value, emailVerified: true });
    expect(devices.idFor(request(cookie), EMAIL)).toBe(id);
    expect(devices.idFor(request(cookie), BOB)).toMatch(/^[\w-]{22}$/);
    const otherId = `${id?.startsWith('x') ? 'y' : 'x'}${id?.slice(1)}`;
    for (const other of [cookie.replace(String(id), otherId), `${id}.9999999999999.`, '~.', 'x']) {
      expect(devices.idFor(request(other), EMAIL)).toBeNull();
    }
    expect(devices.idFor(request(cookie), emailName('carla@example.org'))).toBeNull();
    for (let time = 0; time < 11; time += 1) await tryFrom(`192.0.2.${time}`);
    let begun = 0;
    for (const device of ['', cookie]) {
      void pace.wait(request(device), reply() as unknown as FastifyReply, EMAIL).then(() => (begun += 1));
    }
    await setImmediate();
    expect(begun).toBe(1);
    clock.advance(180 * 24 * HOUR);
    expect(devices.idFor(request(cookie), EMAIL)).toBeNull();
  });

  it('knows a browser by the username of an admin, and as one of admins, apart from emails', () => {
    let cookie = '';
    const keep = { setCookie: (_: string, value: string) => (cookie = value) } as unknown as FastifyReply;
    const request = (value: string) => ({ cookies: { '__Host-device': value } }) as unknown as FastifyRequest;
    devices.remember(request(''), keep, { email: EMAIL.value, emailVerified: true });
    expect(devices.idFor(request(cookie), ANY_ADMIN)).toBeNull();
    devices.rememberAdmin(request(cookie), keep, 'Olga');
    const known = [usernameName('olga'), ANY_ADMIN, EMAIL].map((name) =>
      devices.idFor(request(cookie), name),
    );
    expect(new Set(known).size).toBe(3);
    expect(known).not.toContain(null);
    for (const other of [usernameName('moe'), emailName('olga'), emailName('')]) {
      expect(devices.idFor(request(cookie), other)).toBeNull();
    }
  });
});

describe('a time slot', () => {
  /** A timer whose rests take their time, too. */
  const slowly = () => {
    const timer = new TestTimer();
    timer.rest = timer.pause;
    return timer;
  };

  const outcome = async (promise: Promise<void>) => {
    const seen = { value: 'under way' };
    promise.then(
      () => (seen.value = 'done'),
      () => (seen.value = 'failed'),
    );
    await setImmediate();
    return seen;
  };

  it('answers at the end of the slot, not when the work is done', async () => {
    const timer = slowly();
    const seen = await outcome(new AnswerTime(timer).fill(() => Promise.resolve()));
    await timer.advance(299);
    expect(seen.value).toBe('under way');
    await timer.advance(1);
    await setImmediate();
    expect(seen.value).toBe('done');
  });

  it('delays a failure as long as a success', async () => {
    const timer = slowly();
    const seen = await outcome(new AnswerTime(timer).fill(() => Promise.reject(new Error('no'))));
    expect(seen.value).toBe('under way');
    await timer.advance(300);
    await setImmediate();
    expect(seen.value).toBe('failed');
  });

  it('waits for work that takes longer than the slot', async () => {
    const timer = slowly();
    let finish = (): void => undefined;
    const seen = await outcome(
      new AnswerTime(timer).fill(() => new Promise((resolve) => (finish = resolve))),
    );
    await timer.advance(300);
    await setImmediate();
    expect(seen.value).toBe('under way');
    finish();
    await setImmediate();
    expect(seen.value).toBe('done');
  });
});
