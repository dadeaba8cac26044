import { aggregate, type EventOf, Rejected } from '../../kernel/aggregate.js';
import type * as commands from './appeal.commands.js';
import { appealEvents, type AppealEvents } from './appeal.events.js';
import { type Decider, noteOf, refuseOwn, shortText, trimmedTo } from '../moderation/decisions.js';

/** The appeal against one act. Personal fields are null once the person's key has been destroyed. */
export interface Appeal {
  readonly filed: (AppealEvents['AppealFiled'] & { readonly at: string }) | null;
  readonly decided: {
    readonly adminId: string;
    readonly isGranted: boolean;
    readonly note: string | null;
    readonly at: string;
  } | null;
}

/** In characters; an emoji counts as one. */
export const LONGEST_APPEAL = 500;

type Decision = EventOf<typeof appealEvents>[];

const fileAppeal = (command: commands.FileAppeal, { filed }: Appeal): Decision => {
  const text = trimmedTo(LONGEST_APPEAL, command.text, 'An appeal');
  if (text === '') throw new Rejected('invalid', 'Please say why the decision is wrong');
  // A retry, for example after the first answer was lost.
  if (filed?.text === text) return [];
  if (filed) throw new Rejected('conflict', 'You have already appealed this decision.');
  return [{ type: 'AppealFiled', data: { ...command, text } }];
};

/**
 * Whether an admin may decide an appeal: not about their own decision, account, post, comment or report, whichever of
 * their logins decided.
 * @throws Rejected (forbidden)
 */
export function requireOtherAdmin(
  { actBy, ownerId, postOwnerId }: AppealEvents['AppealFiled'],
  decider: Decider,
): void {
  refuseOwn(decider, ownerId, postOwnerId);
  if (actBy !== null && decider.loginIds.includes(actBy)) {
    throw new Rejected(
      'forbidden',
      'This appeal is about your own decision. Another admin has to decide it.',
    );
  }
}

const decideAppeal = (
  { adminId, decider, isGranted, note }: commands.DecideAppeal,
  { filed, decided }: Appeal,
): Decision => {
  if (!filed) throw new Rejected('notFound', 'Appeal not found');
  requireOtherAdmin(filed, decider);
  if (decided) {
    if (decided.adminId === adminId && decided.isGranted === isGranted) return [];
    throw new Rejected('conflict', 'This appeal was decided already.');
  }
  // Who loses an appeal is told why.
  const text = isGranted ? shortText(note) : noteOf({ reason: 'other', note });
  const { at: _, actBy: __, text: ___, ...about } = filed;
  return [{ type: 'AppealDecided', data: { ...about, adminId, isGranted, note: text } }];
};

type Key = commands.FileAppeal | commands.DecideAppeal;

const initial: Appeal = { filed: null, decided: null };

export const Appeal = aggregate('appeal', {
  id: ({ actId }: Key) => actId,
  initial,
  events: appealEvents,
}).rules({
  evolve: {
    AppealFiled: (state, filed, at) => ({ ...state, filed: { ...filed, at } }),
    AppealDecided: (state, { adminId, isGranted, note }, at) => ({
      ...state,
      decided: { adminId, isGranted, note, at },
    }),
  },
  decide: { FileAppeal: fileAppeal, DecideAppeal: decideAppeal },
});
