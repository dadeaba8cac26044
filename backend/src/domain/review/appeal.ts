import { aggregate, Rejected } from '../../kernel/aggregate.js';
import { event } from '../../kernel/event.js';
import {
  type DataOf,
  type TypeOf,
  flag,
  id,
  named,
  nullable,
  object,
  oneOf,
  personal,
  text,
} from '../../kernel/field.js';
import { type Decider, noteOf, refuseOwn, shortText, trimmedTo } from '../moderation/self-decision.js';

/** What a decision that can be appealed was about. */
export const APPEALED = ['post', 'comment', 'report', 'suspension', 'strike', 'profile'] as const;
export const Appealed = named('Appealed', oneOf(...APPEALED));
export type Appealed = TypeOf<typeof Appealed>;

/** Against which decision an appeal is. */
export const OfAppeal = named(
  'OfAppeal',
  object({
    actId: id,
    about: Appealed,
    /** The id of the post, comment or report, or of the account. */
    subjectId: id,
    /** The post, or that of the comment or report; null for an account. */
    postId: nullable(id),
    /** The owner of that post, if it is another person. */
    postOwnerId: nullable(id),
    /** Whom the decision concerns: who appeals. */
    ownerId: id,
  }),
);
export type OfAppeal = TypeOf<typeof OfAppeal>;

const filedFields = {
  ...OfAppeal.properties,
  /** The admin who decided; null if software did. */
  actBy: nullable(id),
  /** In the person's own words; null once their key has been destroyed. */
  text: personal('ownerId', text),
};

const decidedFields = {
  ...OfAppeal.properties,
  adminId: id,
  isGranted: flag,
  /** For the person; null once their key has been destroyed. */
  note: personal('ownerId', text),
};

/** What the ids of an appeal stand for. */
const about = {
  actId: ['act', 'appeal'],
  subjectId: {
    by: 'about',
    kinds: {
      post: 'post',
      comment: 'comment',
      report: 'report',
      suspension: 'person',
      strike: 'person',
      profile: 'person',
    },
  },
  postId: 'post',
  postOwnerId: 'person',
  ownerId: 'person',
} as const;

interface Filing extends DataOf<typeof filedFields> {
  readonly text: string;
}

interface Ruling {
  readonly actId: string;
  readonly adminId: string;
  readonly decider: Decider;
  readonly isGranted: boolean;
  readonly note: string;
}

/**
 * A person's objection to a decision of an admin. Each decision can be appealed once. Personal fields are null once the
 * person's key has been destroyed.
 */
export interface Appeal {
  readonly filed: (DataOf<typeof filedFields> & { readonly at: string }) | null;
  readonly decided:
    (Pick<DataOf<typeof decidedFields>, 'adminId' | 'isGranted' | 'note'> & { readonly at: string }) | null;
}

/** In characters; an emoji counts as one. */
export const LONGEST_APPEAL = 500;

const initial: Appeal = { filed: null, decided: null };

export const Appeal = aggregate('appeal', {
  id: ({ actId }: { readonly actId: string }) => actId,
  initial,
  events: {
    /** The person asked that another admin looks at it. */
    AppealFiled: event(filedFields, '{actor} appealed against {actId} about {subjectId}.', {
      ...about,
      actBy: 'admin',
    }),
    /** Another admin decided. If the appeal is granted, the act is undone. */
    AppealDecided: event(
      decidedFields,
      '{actor} {isGranted?granted:rejected} the appeal of {ownerId} against {actId} about {subjectId}.',
      { ...about, adminId: 'admin' },
    ),
  },
}).rules({
  evolve: {
    AppealFiled: (state, filed, at) => ({ ...state, filed: { ...filed, at } }),
    AppealDecided: (state, { adminId, isGranted, note }, at) => ({
      ...state,
      decided: { adminId, isGranted, note, at },
    }),
  },
  decide: {
    /** Appeal a decision, by the person whom it concerns. */
    FileAppeal(filing: Filing, { filed }) {
      const trimmed = trimmedTo(LONGEST_APPEAL, filing.text, 'An appeal');
      if (trimmed === '') throw new Rejected('invalid', 'Please say why the decision is wrong');
      // A retry, for example after the first answer was lost.
      if (filed?.text === trimmed) return [];
      if (filed) throw new Rejected('conflict', 'You have already appealed this decision.');
      return [{ type: 'AppealFiled', data: { ...filing, text: trimmed } }];
    },
    /** Decide an appeal. */
    DecideAppeal({ adminId, decider, isGranted, note }: Ruling, { filed, decided }) {
      if (!filed) throw new Rejected('notFound', 'Appeal not found');
      requireOtherAdmin(filed, decider);
      if (decided) {
        if (decided.adminId === adminId && decided.isGranted === isGranted) return [];
        throw new Rejected('conflict', 'This appeal was decided already.');
      }
      // Who loses an appeal is told why.
      const answer = isGranted ? shortText(note) : noteOf({ reason: 'other', note });
      const { at: _, actBy: __, text: ___, ...of } = filed;
      return [{ type: 'AppealDecided', data: { ...of, adminId, isGranted, note: answer } }];
    },
  },
});

/**
 * Whether an admin may decide an appeal: not about their own decision, account, post, comment or report, whichever of
 * their logins decided.
 * @throws Rejected (forbidden)
 */
export function requireOtherAdmin(
  { actBy, ownerId, postOwnerId }: DataOf<typeof filedFields>,
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
