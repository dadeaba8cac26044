import { type EventsOf, event } from '../../kernel/event.js';
import { type TypeOf, flag, id, named, nullable, object, oneOf, text, personal } from '../../kernel/field.js';

/** What a decision that can be appealed was about. */
export const APPEALED = ['post', 'comment', 'report', 'suspension', 'strike'] as const;
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

/** What the ids of an appeal stand for. */
const ofAppeal = {
  actId: ['act', 'appeal'],
  subjectId: {
    by: 'about',
    kinds: {
      post: 'post',
      comment: 'comment',
      report: 'report',
      suspension: 'person',
      strike: 'person',
    },
  },
  postId: 'post',
  postOwnerId: 'person',
  ownerId: 'person',
} as const;

/** A person's objection to a decision of an admin. Each decision can be appealed once. */
export const appealEvents = {
  /** The person asked that another admin looks at it. */
  AppealFiled: event(
    {
      ...OfAppeal.properties,
      /** The admin who decided; null if software did. */
      actBy: nullable(id),
      /** In the person's own words; null once their key has been destroyed. */
      text: personal('ownerId', text),
    },
    '{actor} appealed against {actId} about {subjectId}.',
    {
      ...ofAppeal,
      actBy: 'admin',
    },
  ),
  /** Another admin decided. If the appeal is granted, the act is undone. */
  AppealDecided: event(
    {
      ...OfAppeal.properties,
      adminId: id,
      isGranted: flag,
      /** For the person; null once their key has been destroyed. */
      note: personal('ownerId', text),
    },
    '{actor} {isGranted?granted:rejected} the appeal of {ownerId} against {actId} about {subjectId}.',
    {
      ...ofAppeal,
      adminId: 'admin',
    },
  ),
};

export type AppealEvents = EventsOf<typeof appealEvents>;
