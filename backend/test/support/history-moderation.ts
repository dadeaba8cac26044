import {
  type OpenPostAct,
  type PostActType,
  isShown,
  moderated,
  unmoderated,
} from '../../src/domain/post/post-acts.events.js';
import { type Act, type Teller, event } from './history-teller.js';

const POST_ACTS: readonly PostActType[] = ['PostApproved', 'PostHidden', 'PostShown', 'PostRemoved'];

/** What admins do to content. */
export function moderationActs({ known, uuid, pick, random, chapter, now }: Teller): readonly Act[] {
  const acts = new Map<string, OpenPostAct[]>();

  function* decide() {
    const post = random() < 0.3 ? pick(known.posts) : undefined;
    const type = pick(POST_ACTS);
    if (!post || !type) return;
    const { postId, ownerId } = post;
    const [actId, reason] = [uuid(), 'spam'] as const;
    const done = acts.get(postId) ?? [];
    acts.set(postId, [...done, { type, actId, reason, at: now().toISOString() }]);
    yield chapter(`post-${postId}`, event(type, { postId, ownerId, actId, reason, note: 'Please do not.' }));
  }
  function* undo() {
    const post = pick(known.posts);
    const done = post && acts.get(post.postId);
    const undone = done && pick(done);
    if (!undone) return;
    const { postId, ownerId } = post;
    const left = done.filter((act) => act !== undone);
    acts.set(postId, left);
    const after = left.reduce(moderated, unmoderated(false));
    const { actId } = undone;
    const because = 'It was a mistake.';
    yield chapter(
      `post-${postId}`,
      event('PostActUndone', { postId, ownerId, actId, because, isPublic: isShown(after), ...after }),
    );
  }
  return [decide, undo];
}
