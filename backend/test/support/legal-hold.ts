import { newAdmin, signedInAdmin } from './admins.js';
import type { OwnApp } from './app.js';
import type { Browser } from './browser.js';
import { DESK, type Desk } from './desk.js';
import { joining } from './people.js';
import { jpegPhoto } from './photos.js';

export const HOLD = { reason: 'minor', note: 'Reported to the police.' };
const BECAUSE = { reason: 'It is legal.' };

/** A site with a moderator and an owner of the back office, who put posts under legal hold. */
export class HoldDesk {
  private seed = 400;
  /** A new, verified person. */
  readonly join: ReturnType<typeof joining>;

  private constructor(
    readonly app: OwnApp,
    public moderator: Desk,
    public owner: Desk,
  ) {
    this.join = joining(app, 'person');
  }

  static async open(app: OwnApp): Promise<HoldDesk> {
    await newAdmin(app, 'moe', 'moderator');
    await newAdmin(app, 'olga', 'owner');
    return new HoldDesk(app, await signedInAdmin(app, 'moe'), await signedInAdmin(app, 'olga'));
  }

  /** Signs both in again: a session of an admin ends after half an hour without use. */
  async signIn(): Promise<void> {
    this.moderator = await signedInAdmin(this.app, 'moe');
    this.owner = await signedInAdmin(this.app, 'olga');
  }

  async later(milliseconds: number): Promise<void> {
    this.app.clock.advance(milliseconds);
    await this.signIn();
  }

  /** A public post of a new person. */
  async posted() {
    const author = await this.join();
    const photo = await jpegPhoto((this.seed += 1));
    const { status, body } = await author.browser.publishPhoto(photo);
    if (status !== 201) throw new Error(`the upload answered ${status}`);
    return { author, photo, postId: body.id };
  }

  escalate(postId: string, by = this.moderator) {
    return by.escalate(postId, HOLD);
  }

  /** A post under legal hold. */
  async held() {
    const made = await this.posted();
    const { status, body } = await this.escalate(made.postId);
    if (body.status !== 'escalated') throw new Error(`the escalation answered ${status}`);
    return { ...made, actId: body.actId };
  }

  lift(actId: string | null, by = this.owner) {
    return by.post(`${DESK}/acts/${actId}/undo`, BECAUSE);
  }

  async statusOf(browser: Browser, address: string): Promise<number> {
    return (await browser.get(address)).status;
  }

  hasFiles(postId: string): Promise<boolean> {
    return this.app.adapters.images.exists(postId);
  }

  /** Whether a list of the back office, and its file, have a row about the post. */
  async listed(browser: Browser, path: string, postId: string) {
    const sign = path.includes('?') ? '&' : '?';
    const { headers, body } = await browser.get<object[]>(`${DESK}/${path}${sign}limit=100`);
    const file = await browser.get<string>(`${DESK}/${path}${sign}format=csv`);
    const has = JSON.stringify(body).includes(postId);
    if (file.body.includes(postId) !== has) throw new Error(`${path} and its file differ`);
    return { has, count: Number(headers.get('x-total-count')) };
  }
}
