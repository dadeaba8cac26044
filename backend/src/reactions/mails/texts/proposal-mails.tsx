import { PROPOSED } from '../../../domain/acts/proposed-acts.js';
import type { ProposedAct } from '../../../domain/proposal/proposal-facts.js';
import type { MailContent } from './mail-content.js';
import { Paragraph } from './mail-paragraphs.js';
import { renderMail } from './render-mail.js';
import { SAFETY } from './safety-footer.js';
import { writtenMoment } from './written-dates.js';

export interface Asked {
  readonly act: ProposedAct;
  /** The name of the one whom it concerns. */
  readonly subject: string;
  /** The name of the owner who asked. */
  readonly asker: string;
  readonly dueAt: Date;
  readonly isDelayed: boolean;
}

/** To every owner: those who may confirm the act, and those who have to know of it. */
export function proposalMail(
  publicUrl: string,
  { act, subject, asker, dueAt, isDelayed }: Asked,
): Promise<MailContent> {
  const until = writtenMoment(dueAt);
  return renderMail(
    { publicUrl, unsubscribeToken: null },
    {
      subject: isDelayed ? 'An act takes effect in 24 hours' : 'An act needs a second owner',
      preview: isDelayed ? `On ${until}, unless an owner withdraws it.` : `Until ${until}.`,
      heading: isDelayed ? 'An act takes effect soon' : 'An act needs a second owner',
      children: (
        <>
          <Paragraph>{`${asker} asked to ${PROPOSED[act].asked(subject)}.`}</Paragraph>
          <Paragraph>
            {isDelayed
              ? `Nobody else may confirm this now. So it takes effect on ${until}, unless an owner whom it is not about withdraws it before.`
              : `Another owner, of 24 hours or more, can confirm it until ${until}. Nothing happens before that. Every owner whom it is not about can withdraw it.`}
          </Paragraph>
        </>
      ),
      button: ['Look at it', '/rtm-sys/admins'],
      ...SAFETY,
    },
  );
}
