import { recoveryCodes } from '../../src/api/admin/second-factor.js';
import { RandomIds } from '../../src/infrastructure/clock/system-clock.js';

const LEAST_BITS = 20;

it('recovery codes have enough random bits, and differ (V6.5.4)', () => {
  const ids = new RandomIds();
  const { codes, hashes } = recoveryCodes((bytes) => ids.secret(bytes));
  expect(codes).toHaveLength(10);
  expect(new Set(codes).size).toBe(codes.length);
  // A letter of Base32 has five bits.
  for (const code of codes) expect(code.replaceAll('-', '').length * 5).toBeGreaterThanOrEqual(LEAST_BITS);
  for (const code of codes) expect(hashes.join()).not.toContain(code.replaceAll('-', ''));
});
