import type { SentMails } from '../../src/infrastructure/mail/sent-mails.port.js';

const noon = new Date('2026-11-21T12:00:00.000Z');
const later = new Date('2026-11-21T12:00:00.001Z');

/** The contract of every SentMails ledger. `open` returns the same ledger with its data each time. */
export function sentMailsContract(open: () => Promise<SentMails>): void {
  let mails: SentMails;

  beforeEach(async () => {
    mails = await open();
  });

  afterEach(() => mails.close());

  it('knows only added ids', async () => {
    await mails.add('m-1', noon);
    expect([await mails.has('m-1'), await mails.has('m-2'), await mails.has('')]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('accepts repeated and concurrent additions and keeps the first time', async () => {
    await mails.add('m-1', noon);
    await Promise.all([mails.add('m-1', later), mails.add('m-1', later)]);
    expect(await mails.removeBefore(later)).toBe(1);
  });

  it('deletes entries older than a time, returns their number, and keeps the others', async () => {
    await mails.add('m-1', noon);
    await mails.add('m-2', later);
    expect(await mails.removeBefore(noon)).toBe(0);
    expect(await mails.removeBefore(later)).toBe(1);
    expect([await mails.has('m-1'), await mails.has('m-2')]).toEqual([false, true]);
  });

  it('keeps its entries when reopened', async () => {
    await mails.add('m-1', noon);
    await mails.close();
    mails = await open();
    expect(await mails.has('m-1')).toBe(true);
  });
}
