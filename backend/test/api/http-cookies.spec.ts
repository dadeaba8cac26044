import type { FastifyReply, FastifyRequest } from 'fastify';
import { ClaimCookie } from '../../src/api/http/claim-cookie.js';
import { Site } from '../../src/api/http/site.js';
import { ServerSecret } from '../../src/infrastructure/sessions/server-secret.js';
import { TestClock } from '../support/app.js';

const PHOTO = '3f1c9a52-7d0e-4b86-9c41-2a5d8e7f6b10';
const DAYS_7 = 7 * 24 * 60 * 60 * 1000;

/** The part of Fastify that the cookie uses: a reply sets cookies, a request reads them. */
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

describe('the claim cookie', () => {
  const clock = new TestClock();
  const secret = new ServerSecret(Buffer.alloc(32, 1));
  const claim = new ClaimCookie(secret, clock, new Site('https://footnote.example', false));
  const write = (photoId = PHOTO) => {
    const jar = new Jar();
    claim.write(jar as unknown as FastifyReply, photoId);
    return jar;
  };
  const read = (jar: Jar, by = claim) => by.read(jar as unknown as FastifyRequest);

  it('remembers a photo', () => {
    const jar = write();
    expect(read(jar)).toBe(PHOTO);
    expect(jar.options).toEqual({
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure: true,
      maxAge: 604_800,
    });
  });

  it('is removed on request', () => {
    const jar = write();
    claim.clear(jar as unknown as FastifyReply);
    expect(read(jar)).toBeNull();
  });

  it('is valid for 7 days, whatever the browser says', () => {
    const jar = write();
    clock.advance(DAYS_7 - 1);
    expect(read(jar)).toBe(PHOTO);
    clock.advance(1);
    expect(read(jar)).toBeNull();
  });

  it('is invalid when forged, moved to another photo or extended', () => {
    const [photoId, expiresAt, signature] = (write().cookies['claim'] ?? '').split('.');
    const other = PHOTO.replace('3', '4');
    const later = String(Number(expiresAt) + 1);
    const forged = [
      '',
      PHOTO,
      `${photoId}.${expiresAt}`,
      `${photoId}.${expiresAt}.`,
      `${photoId}.${expiresAt}.AAAA`,
      `${other}.${expiresAt}.${signature}`,
      `${photoId}.${later}.${signature}`,
      `${photoId}.${expiresAt}.${signature}.more`,
    ];
    for (const value of forged) {
      const jar = new Jar();
      jar.cookies['claim'] = value;
      expect(read(jar)).toBeNull();
    }
  });

  it('is invalid on another server', () => {
    const other = new ClaimCookie(new ServerSecret(Buffer.alloc(32, 2)), clock, new Site(null, false));
    expect(read(write(), other)).toBeNull();
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
