import { placeOf } from '../../src/api/account/sessions.controller.js';
import { deviceOf } from '../../src/api/auth/new-devices.js';

const WEBKIT = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
const BLINK = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0';

describe('deviceOf', () => {
  it.each([
    ['Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0', 'Firefox on Linux'],
    [
      `Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) ${WEBKIT} Version/17.5 Mobile/15E148 Safari/604.1`,
      'Safari on iOS',
    ],
    [
      `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT} Version/17.5 Safari/605.1.15`,
      'Safari on macOS',
    ],
    [
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${BLINK} Safari/537.36 Edg/126.0.0.0`,
      'Microsoft Edge on Windows',
    ],
    [`Mozilla/5.0 (Linux; Android 14; Pixel 8) ${BLINK} Mobile Safari/537.36`, 'Chrome on Android'],
    ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', 'Googlebot'],
  ])('names the browser and system of %s as %s', (userAgent, device) => {
    expect(deviceOf(userAgent)).toBe(device);
  });

  it.each([null, '', ' ', 'curl', 'x'.repeat(300), '\u0000\uffff', '(((((('])(
    'returns null for %j',
    (userAgent) => {
      expect(deviceOf(userAgent)).toBeNull();
    },
  );
});

describe('placeOf', () => {
  it.each([
    ['8.8.8.8', 'United States'],
    ['193.99.144.80', 'Germany'],
    ['133.11.0.1', 'Japan'],
    ['2001:4860:4860::8888', 'United States'],
    ['2a02:8109::1', 'Germany'],
  ])('finds the country of %s: %s', (address, place) => {
    expect(placeOf(address)).toBe(place);
  });

  it.each([
    null,
    '',
    '127.0.0.1',
    '127.255.255.254',
    '10.0.0.1',
    '172.16.0.1',
    '192.168.1.20',
    '169.254.1.1',
    '100.64.0.1',
    '0.0.0.0',
    '192.0.2.1',
    '255.255.255.255',
    '::1',
    '::',
    '::ffff:10.0.0.1',
    'fd00::1',
    'fe80::1',
    'fe80::1%eth0',
    '2001:db8::1',
    '8.8.8',
    'localhost',
  ])('finds no country for %s', (address) => {
    expect(placeOf(address)).toBeNull();
  });
});
