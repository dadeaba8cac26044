import type { FastifyReply, FastifyRequest } from 'fastify';
import { AnonymousUploadCookie } from '../../../src/api/http/anonymous-upload-cookie.js';
import { Site } from '../../../src/site/site.js';
import { ServerSecret } from '../../../src/infrastructure/sessions/server-secret.js';
import { TestClock } from '../../support/app.js';

const PHOTO = '3f1c9a52-7d0e-4b86-9c41-2a5d8e7f6b10';
const DAYS_7 = 7 * 24 * 60 * 60 * 1000;

/** A browser with the part of Fastify that the cookie uses: a reply sets cookies, a request reads them. */
class Jar {
  readonly cookies: Record<string, string> = {};
  options: unknown;

  setCookie(name: string, value: string, options: unknown): void {
    this.cookies[name] = value;
    this.options = options;
  }

  clearCookie(name: string): void {
    delete this.cookies[name];
  }
}

const NAME = 'a random name';
const NOTHING = { photoIds: [], wanted: null };
const photo = (digit: number) => PHOTO.replace('3', String(digit));

describe('the claim cookie', () => {
  const clock = new TestClock();
  const secret = new ServerSecret(Buffer.alloc(32, 1));
  const claim = new AnonymousUploadCookie(secret, clock, new Site('https://footnote.example', false));
  const both = (jar: Jar) => [jar as unknown as FastifyRequest, jar as unknown as FastifyReply] as const;
  const uploaded = (photoId = PHOTO, jar = new Jar()) => {
    claim.add(...both(jar), photoId, NAME);
    return jar;
  };
  const wanted = (accountId: string | null = null) => {
    const jar = new Jar();
    claim.want(...both(jar), PHOTO, accountId);
    return jar;
  };
  const signIn = (jar: Jar, accountId: string) => {
    claim.signIn(...both(jar), accountId);
    return jar;
  };
  const read = (jar: Jar, accountId: string | null = null, by = claim) => {
    const { photoIds, wanted: toPublish } = by.read(both(jar)[0], accountId);
    return { photoIds, wanted: toPublish };
  };

  it('remembers a photo that a visitor uploaded, in a cookie that scripts and other sites cannot use', () => {
    const jar = uploaded();
    expect(read(jar)).toEqual({ photoIds: [PHOTO], wanted: null });
    expect(jar.options).toEqual({
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure: true,
      maxAge: 604_800,
    });
  });

  it('remembers which photo its person wants to publish, until they change their mind', () => {
    const jar = uploaded();
    claim.want(...both(jar), PHOTO, null);
    expect(read(jar)).toEqual({ photoIds: [PHOTO], wanted: PHOTO });
    claim.forget(...both(jar), null);
    expect(read(jar)).toEqual({ photoIds: [PHOTO], wanted: null });
  });

  it('names its visitor the same in later uploads, and until they sign in', () => {
    const jar = signIn(uploaded(photo(1), uploaded()), 'ann');
    expect(claim.read(both(jar)[0], 'ann').id).toBe(NAME);
    expect(claim.read(both(jar)[0], null).id).toBeNull();
  });

  it('remembers the latest five photos, and always the one to publish', () => {
    const jar = uploaded(photo(1));
    claim.want(...both(jar), photo(1), null);
    for (const digit of [2, 3, 4, 5, 6, 7]) uploaded(photo(digit), jar);
    expect(read(jar)).toEqual({
      photoIds: [photo(1), photo(7), photo(6), photo(5), photo(4)],
      wanted: photo(1),
    });
  });

  it('of a visitor goes to the first account that signs in, and to no other user', () => {
    const jar = signIn(uploaded(), 'ann');
    expect(read(jar, 'ann')).toEqual({ photoIds: [PHOTO], wanted: null });
    expect(read(jar, 'bob')).toEqual(NOTHING);
    // The session has ended without a sign-out.
    expect(read(jar)).toEqual(NOTHING);
  });

  it('ends when another account signs in', () => {
    for (const jar of [signIn(uploaded(), 'ann'), wanted('ann')]) {
      signIn(jar, 'bob');
      expect(jar.cookies).toEqual({});
    }
  });

  it('survives that its account signs in again', () => {
    expect(read(signIn(wanted('ann'), 'ann'), 'ann')).toEqual({ photoIds: [PHOTO], wanted: PHOTO });
  });

  it('of an account is not passed on to a visitor who uploads a photo', () => {
    const jar = uploaded(photo(1), wanted('ann'));
    expect(read(jar)).toEqual({ photoIds: [photo(1)], wanted: null });
  });

  it('is not read under the name of a cookie that any host of the domain could set', () => {
    const jar = new Jar();
    jar.cookies['claim'] = uploaded().cookies['__Host-claim'] ?? '';
    expect(read(jar)).toEqual(NOTHING);
  });

  it('is removed on request', () => {
    const jar = uploaded();
    claim.clear(both(jar)[1]);
    expect(jar.cookies).toEqual({});
  });

  it('is valid for 7 days, whatever the browser says (V9.2.1)', () => {
    const jar = uploaded();
    clock.advance(DAYS_7 - 1);
    expect(read(jar).photoIds).toEqual([PHOTO]);
    clock.advance(1);
    expect(read(jar)).toEqual(NOTHING);
  });

  it('is invalid when forged, changed or signed for other content', () => {
    const [content = '', signature = ''] = (uploaded().cookies['__Host-claim'] ?? '').split('.');
    const [other = ''] = (uploaded(photo(1)).cookies['__Host-claim'] ?? '').split('.');
    const forged = [
      '',
      content,
      `${content}.`,
      `.${signature}`,
      `${content}.AAAA`,
      `${other}.${signature}`,
      `${content}.${signature}.more`,
    ];
    for (const value of forged) {
      const jar = new Jar();
      jar.cookies['__Host-claim'] = value;
      expect(read(jar)).toEqual(NOTHING);
    }
  });

  it('is invalid on another server (V9.1.3)', () => {
    const other = new AnonymousUploadCookie(
      new ServerSecret(Buffer.alloc(32, 2)),
      clock,
      new Site(null, false),
    );
    expect(read(uploaded(), null, other)).toEqual(NOTHING);
  });
});

describe('the site', () => {
  it('has the configured address, otherwise the one it listens on', () => {
    const named = new Site('https://footnote.example', false);
    named.listensOn('http://127.0.0.1:3000');
    expect([named.publicUrl, named.publicHost]).toEqual(['https://footnote.example', 'footnote.example']);
    const unnamed = new Site(null, false);
    expect(() => unnamed.publicUrl).toThrow('the public address is not known');
    expect(unnamed.publicHost).toBeNull();
    unnamed.listensOn('http://127.0.0.1:3000');
    expect([unnamed.publicUrl, unnamed.publicHost]).toEqual(['http://127.0.0.1:3000', '127.0.0.1:3000']);
  });

  it('is secure with https or in production', () => {
    expect(new Site('https://footnote.example', false).isSecure).toBe(true);
    expect(new Site('http://localhost', true).isSecure).toBe(true);
    expect(new Site('http://localhost', false).isSecure).toBe(false);
    expect(new Site(null, false).isSecure).toBe(false);
  });
});
