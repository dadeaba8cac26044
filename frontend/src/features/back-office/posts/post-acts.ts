import { api } from '../../../api/client.ts';
import type { AdminPost, PostActRequest } from '../../../api/generated/schema.d.ts';
import type { ReasonCode } from '../../../api/reasons.ts';
import { type Act, acted, pathOf } from '../acts/act.ts';
import { askReason } from '../acts/ask.tsx';
import { isShown } from '../pictures/Picture.tsx';

/** Does an act on a post; `given` is why, where it needs a reason, and whether the picture was shown. */
export function onPost(act: PostActRequest['act'], id: string, given: Partial<PostActRequest> = {}) {
  const body = { note: '', ...given, act };
  return acted(api.POST('/api/rtm-sys/posts/{id}/acts', { ...pathOf({ id }), body }));
}

/** What may be illegal. */
export const escalationReasons: readonly ReasonCode[] = ['explicit', 'violent', 'minor', 'other'];

const isHeld = ({ status }: AdminPost): boolean => status === 'escalated';

/** What admins do with posts, in the order of the buttons. */
export const postActs = {
  approve: {
    kind: 'PostApproved',
    name: 'Approve',
    done: 'approved',
    key: 'a',
    isFor: (post) => !post.isModerated && !post.isRemoved && !isHeld(post),
    sees: ({ imageUrl }) => imageUrl,
    call: ({ id, imageUrl }) => onPost('PostApproved', id, isShown(imageUrl) ? { shown: true } : {}),
  },
  hide: {
    kind: 'PostHidden',
    name: 'Hide',
    done: 'hidden',
    key: 'h',
    isFor: ({ isPublic, isRemoved }) => isPublic && !isRemoved,
    about: 'Only the owner and admins see it then. The owner is told the reason and the note.',
    ask: askReason(({ id }, given) => onPost('PostHidden', id, given)),
  },
  show: {
    kind: 'PostShown',
    name: 'Show',
    done: 'shown',
    key: 'h',
    isFor: (post) => !post.isPublic && !post.isRemoved && !isHeld(post),
    call: ({ id }) => onPost('PostShown', id),
  },
  remove: {
    kind: 'PostRemoved',
    name: 'Delete',
    done: 'deleted',
    look: 'danger',
    isFor: ({ isRemoved, isDeleted }) => !isRemoved && !isDeleted,
    about:
      'Gone at once for all but its owner, who is told the reason and the note. The files are deleted after 30 days.',
    ask: askReason(({ id }, given) => onPost('PostRemoved', id, given)),
  },
  escalate: {
    name: 'Escalate',
    done: 'escalated',
    look: 'danger',
    only: 'bar',
    kind: 'PostEscalated',
    isFor: (post) => !isHeld(post),
    about:
      'For illegal content. From now on only owners of the back office see the post, not even the person who posted it. Its files are kept until an owner lifts the hold. The person is not told.',
    ask: askReason(
      (post, body) => acted(api.POST('/api/rtm-sys/posts/{id}/escalate', { ...pathOf(post), body })),
      escalationReasons,
    ),
  },
} satisfies Record<string, Act<AdminPost>>;
