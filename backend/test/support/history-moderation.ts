import {
  type OpenPostAct,
  type PostActType,
  isShown,
  moderated,
  unmoderated,
} from '../../src/domain/post/post-moderation.js';
import { REVIEW_DECISIONS } from '../../src/domain/review/review.js';
import { type Act, type Teller, event } from './history-teller.js';

const POST_ACTS: readonly PostActType[] = ['PostApproved', 'PostHidden', 'PostShown', 'PostRemoved'];

type Named = Teller['known']['posts'][number];

/** What admins do to content, and checks of posts. */
export function moderationActs({ known, uuid, hex, pick, random, chapter, now }: Teller): readonly Act[] {
  const acts = new Map<string, OpenPostAct[]>();
  const appealed = new Set<string>();

  function* decide() {
    const post = random() < 0.6 ? pick(known.posts) : undefined;
    const type = pick(POST_ACTS);
    if (!post || !type) return;
    const { postId, ownerId } = post;
    const [actId, reason] = [uuid(), 'spam'] as const;
    const done = acts.get(postId) ?? [];
    acts.set(postId, [...done, { type, actId, reason, at: now().toISOString() }]);
    const act = { postId, ownerId, actId, reason, note: 'Please do not.' };
    yield chapter(
      `post-${postId}`,
      ...endOfCheck(post, actId, isShownNow(postId)),
      type === 'PostApproved' ? event(type, { ...act, shown: true }) : event(type, act),
    );
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
    const isPublic = isShownNow(postId) && !checked.has(postId);
    const { actId } = undone;
    const because = 'It was a mistake.';
    yield chapter(
      `post-${postId}`,
      event('PostActUndone', { postId, ownerId, actId, because, isPublic, ...after }),
    );
  }
  const isShownNow = (postId: string) =>
    isShown((acts.get(postId) ?? []).reduce(moderated, unmoderated(false))) && !escalated.has(postId);
  /** The posts in check. */
  const checked = new Set<string>();
  const endOfCheck = ({ postId, ownerId }: Named, actId: string | null, isPublic: boolean) =>
    checked.delete(postId)
      ? [event('PostCheckEnded', { postId, ownerId, actId, isCleared: actId !== null, isPublic })]
      : [];
  function* check() {
    const post = random() < 0.3 ? pick(known.posts) : undefined;
    if (!post) return;
    const { postId, ownerId } = post;
    const [ended] = endOfCheck(post, null, isShownNow(postId));
    if (ended) yield chapter(`post-${postId}`, ended);
    else if (isShownNow(postId)) {
      checked.add(postId);
      yield chapter(`post-${postId}`, event('PostCheckBegan', { postId, ownerId, reporters: [uuid()] }));
    }
  }
  const escalated = new Map<string, string>();
  function* escalate() {
    if (random() < 0.6) return;
    const held = known.posts.filter(({ postId }) => escalated.has(postId));
    const post = pick(random() < 0.5 ? held : known.posts);
    const adminId = pick(known.admins);
    if (!post || !adminId) return;
    const { postId, ownerId } = post;
    const actId = escalated.get(postId) ?? uuid();
    const hold = { postId, ownerId, actId, adminId };
    if (escalated.delete(postId)) {
      const isPublic = isShownNow(postId);
      yield chapter(
        `post-${postId}`,
        event('LegalHoldLifted', { ...hold, isPublic, because: 'It is legal.' }),
      );
      return;
    }
    escalated.set(postId, actId);
    const escalation = event('PostEscalated', { ...hold, reason: 'minor', note: 'Look.' });
    yield chapter(`post-${postId}`, ...endOfCheck(post, actId, false), escalation);
  }
  const decided = new Map<string, string>();
  function* work() {
    const [stream, about] = (random() < 0.3 && pick([...known.reports])) || [];
    if (!stream || !about || decided.has(stream)) return;
    yield chapter(
      stream,
      event('ReportAssigned', { ...about, assigneeId: `admin-${Math.floor(random() * 3)}` }),
      event('ReportNoted', { ...about, noteId: uuid(), text: 'Let us look twice.' }),
      event('ReportCategorised', { ...about, category: 'quality' }),
    );
  }
  function* judge() {
    const [stream, about] = pick([...known.reports]) ?? [];
    if (!stream || !about) return;
    const actId = decided.get(stream);
    if (actId !== undefined) {
      decided.delete(stream);
      yield chapter(stream, event('ReportReopened', { ...about, actId, because: 'Too early.' }));
      return;
    }
    const act = { ...about, actId: uuid(), note: 'Thank you.' };
    decided.set(stream, act.actId);
    yield chapter(stream, event(random() < 0.5 ? 'ReportReviewed' : 'ReportDismissed', act));
  }
  function* silence() {
    const comment = random() < 0.3 ? pick(known.comments) : undefined;
    if (!comment) return;
    const { hiddenBy, ...about } = comment;
    const stream = `comment-${comment.commentId}`;
    comment.hiddenBy = hiddenBy === null ? uuid() : null;
    yield chapter(
      stream,
      comment.hiddenBy === null
        ? event('CommentActUndone', { ...about, actId: hiddenBy ?? '', because: 'It was a joke.' })
        : event('CommentHidden', { ...about, actId: comment.hiddenBy, reason: 'abuse', note: 'Be kind.' }),
    );
  }
  function* review() {
    const post = random() < 0.3 ? pick(known.posts) : undefined;
    if (!post) return;
    const { postId, ownerId } = post;
    const adminId = hex(64);
    const until = new Date(now().getTime() + 600_000).toISOString();
    const decision = pick(REVIEW_DECISIONS) ?? 'dismiss';
    const of = { subject: 'post', subjectId: postId, postId, adminId } as const;
    const made = { ...of, ownerId, decision, actId: uuid(), shown: null, parts: [], seen: null };
    yield chapter(
      `review-${postId}`,
      event('ReviewClaimed', { ...of, until, reporters: [] }),
      random() < 0.3
        ? event('ReviewReleased', of)
        : event('ReviewDecided', { ...made, reason: 'spam', note: 'No adverts.', reports: [] }),
    );
    if (random() < 0.7) return;
    const decisionId = uuid();
    const { actId } = made;
    const refused = { adminId, ownerId, actId, kind: 'PostHidden', isUndo: false, subjectId: postId };
    const why = { code: 'gone', problem: 'The post is gone.' };
    yield chapter(`decision-${decisionId}`, event('ActRefused', { decisionId, ...refused, ...why }));
  }
  function* appeal() {
    const post = random() < 0.6 ? pick(known.posts) : undefined;
    const act = post && acts.get(post.postId)?.at(-1);
    if (!act || appealed.has(act.actId)) return;
    appealed.add(act.actId);
    const about = {
      actId: act.actId,
      about: 'post' as const,
      subjectId: post.postId,
      postId: post.postId,
      postOwnerId: null,
      ownerId: post.ownerId,
    };
    const adminId = hex(64);
    yield chapter(
      `appeal-${act.actId}`,
      event('AppealFiled', { ...about, actBy: hex(64), text: 'These are my own feet.' }),
      event('AppealDecided', { ...about, adminId, isGranted: random() < 0.5, note: 'Thank you.' }),
    );
  }
  return [decide, undo, check, escalate, work, judge, silence, review, appeal];
}
