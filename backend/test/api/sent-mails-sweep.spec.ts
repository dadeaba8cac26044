import { SentMailsSweep } from '../../src/reactions/mails/sent-mails-sweep.js';
import { startApp } from '../support/app.js';

const DAY = 24 * 60 * 60 * 1000;

describe('the sweep of sent mails', () => {
  it('deletes the record of a sent mail after 30 days, not before, and can be repeated', async () => {
    await using app = await startApp();
    const { sentMails } = app.adapters.storage;
    const sweep = app.server.get(SentMailsSweep);
    await sentMails.add('m-1', app.clock.now());
    app.clock.advance(30 * DAY);
    expect(await sweep.sweep()).toBe(0);
    expect(await sentMails.has('m-1')).toBe(true);
    app.clock.advance(1);
    expect(await sweep.sweep()).toBe(1);
    expect(await sweep.sweep()).toBe(0);
    expect(await sentMails.has('m-1')).toBe(false);
  });
});
