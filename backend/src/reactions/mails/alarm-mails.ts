import { Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Mailer } from '../../infrastructure/mail/mailer.port.js';
import { Alarms } from '../../kernel/alarms.js';
import { Clock } from '../../kernel/clock.js';
import { States } from '../../kernel/states.js';
import { Site } from '../../site/site.js';
import { OneAtATime } from '../timers/one-at-a-time.js';
import { toAllOwners } from './owner-letters.js';
import { MAILED_ALARMS, alarmMail } from './texts/admin-mails.js';

const MINUTE = 60_000;
const DAY_LENGTH = 10;

/** Mails all owners what is refused, once a day. The mailer sends a mail once, by its id, so a restart repeats none. */
@Injectable()
export class AlarmMails {
  constructor(
    private readonly alarms: Alarms,
    private readonly states: States,
    private readonly mailer: Mailer,
    private readonly site: Site,
    private readonly clock: Clock,
  ) {}

  @Interval('alarm-mails', MINUTE)
  @OneAtATime()
  async send(): Promise<void> {
    const day = this.clock.now().toISOString().slice(0, DAY_LENGTH);
    for (const name of MAILED_ALARMS) {
      const [alarm] = this.alarms.named(name);
      if (!alarm) continue;
      const letters = await toAllOwners(this.states, `${name}-${day}`, (publicUrl) =>
        alarmMail(publicUrl, name, alarm),
      );
      for (const { id, address, write } of letters) {
        if (address === null || (await this.mailer.knows(id))) continue;
        const content = await write({ publicUrl: this.site.publicUrl, unsubscribeToken: null });
        await this.mailer.send({ id, to: address, ...content });
      }
    }
  }
}
