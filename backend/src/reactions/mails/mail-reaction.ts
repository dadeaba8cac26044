import type { DomainEvents } from '../../domain/events.js';
import type { Recorded } from '../../kernel/event.js';
import type { Attempt } from '../../kernel/reaction.js';
import type { Reaction } from '../reaction.js';
import type { Letter, MailSender } from './mail-sender.js';

type Written = Letter | readonly Letter[] | null;

/** The mails about events, by the type of the event; null for no mail. */
export type Letters = {
  readonly [Type in keyof DomainEvents]?: (
    event: Recorded<Type, DomainEvents[Type]>,
  ) => Written | Promise<Written>;
};

export abstract class MailReaction implements Reaction {
  readonly on: Reaction['on'];
  /** Each mail is its own sequence: a failed mail delays no other. */
  readonly sequence = ({ id }: Recorded): string => id;

  /** @param queued called for each mail that the mailer has, again when an event is repeated */
  constructor(
    readonly name: string,
    sender: MailSender,
    letters: Letters,
    queued: (event: Recorded, mailId: string) => Promise<void> = async () => {},
  ) {
    const handle = async (event: Recorded, { since }: Attempt) => {
      const write = letters[event.type as keyof Letters] as (event: Recorded) => Written | Promise<Written>;
      for (const letter of [(await write(event)) ?? []].flat()) {
        const mailId = await sender.send(name, event, letter, since);
        if (mailId !== null) await queued(event, mailId);
      }
    };
    this.on = Object.fromEntries(Object.keys(letters).map((type) => [type, handle])) as Reaction['on'];
  }
}
