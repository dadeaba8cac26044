import { Mailer } from '../../src/infrastructure/mail/mailer.port.js';
import { WaitingMails } from '../../src/reactions/mails/waiting-mails.js';

class SlowMailer extends Mailer {
  readonly tried: string[] = [];
  readonly finished: string[] = [];
  letGo = (): void => {};

  override send(): Promise<void> {
    return Promise.reject(new Error('send is not expected here'));
  }

  override knows(): Promise<boolean> {
    return Promise.resolve(false);
  }

  override forget(): Promise<void> {
    return Promise.reject(new Error('forget is not expected here'));
  }

  override waiting(): Promise<string[]> {
    return Promise.resolve(['m-1', 'm-2']);
  }

  override async tryAgain(id: string): Promise<void> {
    this.tried.push(id);
    await new Promise<void>((resolve) => {
      this.letGo = resolve;
    });
    this.finished.push(id);
  }
}

/** Lets everything happen that waits for nothing. */
const pause = () =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

describe('the retry of mails', () => {
  it('sends one mail after the other, and joins a running retry', async () => {
    const mailer = new SlowMailer();
    const waitingMails = new WaitingMails(mailer);
    const runs = [waitingMails.tryAgain(), waitingMails.tryAgain()];
    await pause();
    expect(mailer.tried).toEqual(['m-1']);
    mailer.letGo();
    await pause();
    mailer.letGo();
    await Promise.all(runs);
    expect(mailer.finished).toEqual(['m-1', 'm-2']);
  });

  it('completes the current mail, and starts no other, before the server stops', async () => {
    const mailer = new SlowMailer();
    const waitingMails = new WaitingMails(mailer);
    const run = waitingMails.tryAgain();
    await pause();
    const stop = async () => {
      await waitingMails.beforeApplicationShutdown();
      return [...mailer.finished];
    };
    const stopped = stop();
    await pause();
    mailer.letGo();
    expect(await stopped).toEqual(['m-1']);
    await run;
    expect(mailer.tried).toEqual(['m-1']);
  });
});
