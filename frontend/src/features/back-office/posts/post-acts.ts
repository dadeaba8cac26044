import { api, bodyOf } from '../../../api/client.ts';
import type { AdminPost } from '../../../api/types.ts';
import type { Given } from '../acts/ReasonDialog.tsx';
import type { Act } from '../acts/use-acts.tsx';

type PostAct = Act<Pick<AdminPost, 'id'>>;

const pathOf = ({ id }: Pick<AdminPost, 'id'>) => ({ params: { path: { id } } });

/** Approves a post, which makes it public if it waited for that. */
export const approve: PostAct = {
  verb: 'Approve',
  done: 'approved',
  call: (post) =>
    bodyOf(api.PATCH('/api/rtm-sys/posts/{id}', { ...pathOf(post), body: { isModerated: true, note: '' } })),
};

/** Makes a hidden post public again. */
export const show: PostAct = {
  verb: 'Show',
  done: 'shown',
  call: (post) =>
    bodyOf(api.PATCH('/api/rtm-sys/posts/{id}', { ...pathOf(post), body: { isPublic: true, note: '' } })),
};

/** Hides a post from all but its owner and admins. */
export const hide = (given: Given): PostAct => ({
  verb: 'Hide',
  done: 'hidden',
  call: (post) =>
    bodyOf(api.PATCH('/api/rtm-sys/posts/{id}', { ...pathOf(post), body: { isPublic: false, ...given } })),
});

/** Removes a post; its files are deleted 30 days later. */
export const remove = (given: Given): PostAct => ({
  verb: 'Delete',
  done: 'deleted',
  call: (post) => bodyOf(api.DELETE('/api/rtm-sys/posts/{id}', { ...pathOf(post), body: given })),
});

/** Whether a post can be approved, hidden, shown or deleted as it is. */
export const can = {
  approve: ({ isModerated, isRemoved }: AdminPost): boolean => !isModerated && !isRemoved,
  hide: ({ isPublic, isRemoved }: AdminPost): boolean => isPublic && !isRemoved,
  show: ({ isPublic, isRemoved }: AdminPost): boolean => !isPublic && !isRemoved,
  remove: ({ isRemoved }: AdminPost): boolean => !isRemoved,
} as const;
