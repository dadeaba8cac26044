import type { SentMails } from '../../src/infrastructure/mail/sent-mails.port.js';

const noon = new Date('2026-11-21T12:00:00.000Z');
const later = new Date('2026-11-21T12:00:00.001Z');

/** What every ledger of sent mails promises. `open` answers the same ledger, with what was kept in it, each time. */
export function sentMailsContract(open: () => Promise<SentMails>): void {
  let mails: SentMails;

  beforeEach(async () => {
    mails = await open();
  });

  afterEach(() => mails.close());

  it('knows what was added, and nothing else', async () => {
    await mails.add('m-1', noon);
    expect([await mails.has('m-1'), await mails.has('m-2'), await mails.has('')]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('may be told twice, and at once, and keeps the first time', async () => {
    await mails.add('m-1', noon);
    await Promise.all([mails.add('m-1', later), mails.add('m-1', later)]);
    expect(await mails.removeBefore(later)).toBe(1);
  });

  it('forgets what is older than a time, says how many, and keeps the rest', async () => {
    await mails.add('m-1', noon);
    await mails.add('m-2', later);
    expect(await mails.removeBefore(noon)).toBe(0);
    expect(await mails.removeBefore(later)).toBe(1);
    expect([await mails.has('m-1'), await mails.has('m-2')]).toEqual([false, true]);
  });

  it('keeps what it knows when it is closed and opened again', async () => {
    await mails.add('m-1', noon);
    await mails.close();
    mails = await open();
    expect(await mails.has('m-1')).toBe(true);
  });
}
