import { api, bodyOf } from '../../../api/client.ts';
import type { AdminComment } from '../../../api/generated/schema.d.ts';
import { type Act, oneAct, undoAct, withdrawing } from '../acts/act.ts';
import { askReason, askWords } from '../acts/ask.tsx';

/** What admins do with comments, in the order of the buttons. */
export const commentActs = {
  hide: {
    kind: 'CommentHidden',
    name: 'Hide',
    done: 'hidden',
    key: 'h',
    isFor: ({ isHidden }) => !isHidden,
    about: 'Only admins see the text then. While a comment has replies, a sentence stands in its place.',
    ask: askReason(({ id }, body) =>
      oneAct(bodyOf(api.DELETE('/api/rtm-sys/comments/{id}', { params: { path: { id } }, body }))),
    ),
  },
  withdraw: withdrawing<AdminComment>(),
  // Undoes the act that hides it.
  show: {
    name: 'Show',
    done: 'shown',
    key: 'h',
    isFor: ({ isHidden, actId }) => isHidden && actId !== null,
    about: 'Everybody sees it again. Admins see the reason in the list of acts.',
    ask: askWords(({ actId }, reason) => undoAct(actId!, reason), { look: 'primary' }),
  },
} satisfies Record<string, Act<AdminComment>>;
