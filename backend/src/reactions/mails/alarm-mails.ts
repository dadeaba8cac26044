import { Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Mailer } from '../../infrastructure/mail/mailer.port.js';
import { Alarms } from '../../kernel/alarms.js';
import { Clock } from '../../kernel/clock.js';
import { States } from '../../kernel/states.js';
import { Site } from '../../site/site.js';
import { OneAtATime } from '../timers/one-at-a-time.js';
import { toAllOwners } from './mail-sender.js';
import { renderMail } from './texts/render-mail.js';

/** What owners get a mail about, because what people do is not done, or waits for them. */
const ALARMS = [
  {
    name: 'webhooks-refused',
    subject: 'Payments wait: webhooks of Stripe are refused',
    heading: 'Webhooks of Stripe are refused',
    meaning:
      'Somebody may have paid, and the site will not know until a webhook of Stripe is accepted. Anybody can send webhooks that are refused, too: look at the reason first.',
    button: ['Look at the payments', '/rtm-sys/payments'],
  },
  {
    name: 'origins-refused',
    subject: 'What people send is refused',
    heading: 'What people send is refused',
    meaning:
      'Some people, or all, can neither post nor pay, because what their browsers send does not seem to come from a page of the site. Somebody with three accounts can cause this mail alone, too: look at the log of the program first.',
    button: ['Open the site', '/'],
  },
  {
    name: 'checks-overdue',
    subject: 'Hidden posts wait for a decision',
    heading: 'Hidden posts wait for a decision',
    meaning:
      'Reports say that these posts may show a person under 18. They are hidden until an admin has looked at them, which should take an hour.',
    button: ['Open the review queue', '/rtm-sys/review'],
  },
] as const;

const MINUTE = 60_000;
const DAY_LENGTH = 10;

/** Mails all owners what is refused or overdue, once a day. The mailer sends a mail once, by its id, so a restart repeats none. */
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
    const sender = { publicUrl: this.site.publicUrl, unsubscribeToken: null };
    for (const { name, meaning, ...words } of ALARMS) {
      const [alarm] = this.alarms.named(name);
      if (!alarm) continue;
      const { problem, remedy } = alarm;
      const letters = await toAllOwners(this.states, `${name}-${day}`, {
        ...words,
        preview: problem,
        lines: [meaning, `What happens: ${problem}.`, `What to do: ${remedy}`],
        notes: ['This mail comes once a day at most.'],
        footer: 'unstoppable',
      });
      for (const { id, address, words: said } of letters) {
        if (address === null || (await this.mailer.knows(id))) continue;
        const content = await renderMail(sender, said);
        await this.mailer.send({ id, to: address, ...content });
      }
    }
  }
}
