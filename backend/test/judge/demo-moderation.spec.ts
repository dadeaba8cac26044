import { DemoModeration } from '../../src/infrastructure/judge/demo-moderation.js';

const moderation = new DemoModeration();

describe('DemoModeration allows', () => {
  it.each([
    'Lovely light, and what a fine pair of sandals!',
    'A solid 10/10. Best of 2026-11-21, seen at 10:30.',
    'Toe no. 3 is my favourite... really.',
    'The nude polish and the shiitake socks from Scunthorpe are classic.',
    '1 2 3 4 5: five toes',
    'Großartig! 素敵な足ですね 🦶',
    '',
  ])('%j', async (text) => {
    expect(await moderation.moderate(text)).toEqual({ allowed: true, reasons: [] });
  });
});

describe('DemoModeration rejects', () => {
  it.each([
    ['see https://example.org/x', ['has a link']],
    ['HTTP://EXAMPLE', ['has a link']],
    ['www.example', ['has a link']],
    ['buy at shoes-4-you.shop now', ['has a link']],
    ['write to me@example.org', ['has an e-mail address']],
    ['me@example.org or example.net', ['has an e-mail address', 'has a link']],
    ['call +49 (30) 1234-5678', ['has a telephone number']],
    ['what a bitch', ['has rude or explicit words']],
    ['sh1t', ['has rude or explicit words']],
    ['My FETISH', ['has rude or explicit words']],
    ['just kill yourself', ['has rude or explicit words']],
    ['KYS', ['has rude or explicit words']],
  ])('%j', async (text, reasons) => {
    expect(await moderation.moderate(text)).toEqual({ allowed: false, reasons });
  });
});
