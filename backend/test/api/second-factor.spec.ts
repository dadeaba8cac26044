import { hash } from 'node:crypto';
import { factorOf, newSecret, recoveryCodes } from '../../src/api/admin/second-factor.js';

const now = new Date('2026-05-04T10:00:00Z');
const keyedHash = (code: string) => `keyed(${code})`;
const random = (bytes: number) => Buffer.alloc(bytes, 255).toString('base64url');

describe('recovery codes', () => {
  it('have 128 bits, and are stored as keyed hashes (V6.5.2, V6.5.4)', () => {
    const { codes, hashes } = recoveryCodes(random, keyedHash);
    expect(codes).toHaveLength(10);
    expect(codes[0]).toBe('7777-7777-7777-7777-7777-7777-74');
    expect(hashes[0]).toBe('keyed(77777777777777777777777774)');
    const factor = factorOf({ secret: 'JBSWY3DPEHPK3PXP', recoveryHashes: hashes }, codes[0] ?? '', {
      now,
      keyedHash,
    });
    expect(factor).toEqual({ kind: 'recovery', codeHash: hashes[0] });
  });

  it('of 80 bits, from before, work on', () => {
    const codeHash = hash('sha256', 'abcdefghijklmnop');
    const totp = { secret: 'JBSWY3DPEHPK3PXP', recoveryHashes: [codeHash] };
    expect(factorOf(totp, 'ABCD-EFGH-IJKL-MNOP', { now, keyedHash })).toEqual({ kind: 'recovery', codeHash });
    expect(factorOf(totp, 'ABCD-EFGH-IJKL-MNOQ', { now, keyedHash })).toBeNull();
  });
});

it('makes secrets of 160 bits from the random source (V6.5.3)', () => {
  expect(newSecret(random)).toBe('7'.repeat(32));
});
