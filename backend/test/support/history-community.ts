import { TRUST_LEVELS } from '../../src/domain/moderation/trust-level.js';
import { overallScore } from '../../src/domain/photo/photo.js';
import { weekOf } from '../../src/domain/week/iso-week.js';
import { type Act, type Teller, event } from './history-teller.js';
import { timelyActs } from './history-times.js';

/** What people do with photos and posts. */
export function communityActs(teller: Teller): readonly Act[] {
  return [...photoActs(teller), ...postActs(teller), ...timelyActs(teller)];
}

function photoActs(teller: Teller): readonly Act[] {
  const { known, hex, uuid, pick, random, chapter } = teller;
  const score = () => Math.round(random() * 100) / 10;
  const judge = { kind: 'demo', model: 'demo', promptVersion: '1' } as const;
  const drawn = () => ({
    imageHash: hex(64),
    perceptualHash: hex(16),
    thumbhash: hex(28),
    width: 1280,
    height: 960,
  });
  const verdict = () => (random() < 0.9 ? 'pass' : 'review');

  function* rate() {
    const photoId = uuid();
    const scores = { toeAlignment: score(), toeNails: score(), footShape: score(), aesthetic: score() };
    const picture = drawn();
    const rated = { scores, score: overallScore(scores), comment: 'A fine photo in good light.' };
    const uploader = `address:${hex(8)}`;
    const resembles = random() < 0.9 ? null : hex(64);
    yield chapter(
      `photo-${photoId}`,
      event('PhotoRated', {
        photoId,
        uploader,
        picture,
        verdict: verdict(),
        reasons: [],
        judge,
        resembles,
        ...rated,
      }),
    );
    known.unclaimed.push({ id: photoId, picture, scores });
  }
  function* refuse() {
    const photoId = uuid();
    const host = hex(1);
    const address = `address:${host}`;
    // Half of the addresses are of signed-in people.
    const account = host < '8' ? known.accounts.at(-1) : undefined;
    const uploader = account ? `account:${account.id}` : address;
    yield chapter(
      `photo-${photoId}`,
      event('PhotoRefused', { photoId, uploader, address, reasons: ['shows a face'] }),
    );
    for (const name of new Set([uploader, address])) {
      yield chapter(
        `uploader-${name}`,
        event('UploadRefused', { uploader: name, photoId, at: teller.now().toISOString() }),
      );
    }
  }
  function* publish() {
    const owner = pick(known.accounts);
    const photo =
      owner && (random() < 0.8 ? known.unclaimed.pop() : { id: uuid(), picture: drawn(), scores: null });
    if (!photo) return;
    const { id: postId, picture, scores } = photo;
    const { id: ownerId } = owner;
    const publishedAt = teller.now();
    const week = weekOf(publishedAt, 'UTC');
    yield scores
      ? chapter(`photo-${postId}`, event('RatingClaimed', { photoId: postId, accountId: ownerId }))
      : chapter(
          `photo-${postId}`,
          event('PhotoAdmitted', {
            photoId: postId,
            ownerId,
            uploader: `account:${ownerId}`,
            picture,
            verdict: verdict(),
            reasons: [],
            judge,
            resembles: null,
          }),
        );
    const { imageHash } = picture;
    yield chapter(
      `publication-${ownerId}-${imageHash}`,
      event('PicturePublished', { ownerId, imageHash, postId }),
    );
    yield chapter(
      `post-${postId}`,
      event('PostPublished', {
        postId,
        ownerId,
        picture,
        rating: scores && { scores, score: overallScore(scores), comment: 'A fine photo in good light.' },
        ...(random() < 0.9
          ? { isPublic: true, review: random() < 0.9 ? 'none' : 'after' }
          : { isPublic: false, review: 'before' }),
        moderationFlags: [],
        standing: pick(TRUST_LEVELS) ?? 'new',
        publishedAt: publishedAt.toISOString(),
        week,
      }),
      ...(scores && imageHash < '8' ? [event('ScoreSheetShown', { postId, ownerId })] : []),
      ...(scores && imageHash < '4' ? [event('ScoreSheetHidden', { postId, ownerId })] : []),
    );
    known.posts.push({ postId, ownerId, imageHash, week, raters: new Set(), newestComment: null });
  }
  function* expire() {
    const photo = known.unclaimed.shift();
    if (photo) yield chapter(`photo-${photo.id}`, event('PhotoDeleted', { photoId: photo.id }));
  }
  function* withdraw() {
    const post = random() < 0.3 ? pick(known.posts) : undefined;
    if (!post) return;
    const { postId, ownerId, imageHash } = post;
    const because = random() < 0.9 ? 'owner' : 'account deleted';
    yield chapter(`post-${postId}`, event('PostDeleted', { postId, ownerId, imageHash, because }));
    yield chapter(
      `publication-${ownerId}-${imageHash}`,
      event('PictureWithdrawn', { ownerId, imageHash, postId }),
    );
    known.posts.splice(known.posts.indexOf(post), 1);
  }

  return [rate, rate, rate, refuse, publish, publish, publish, expire, withdraw];
}

function postActs({ known, uuid, pick, random, chapter }: Teller): readonly Act[] {
  function* score() {
    const post = pick(known.posts);
    const userId = pick(known.accounts)?.id;
    if (!post || !userId || userId === post.ownerId || post.raters.has(userId)) return;
    post.raters.add(userId);
    const { postId, ownerId } = post;
    const rating = { postId, ownerId, userId, score: Math.floor(random() * 11) };
    const { score: given } = rating;
    const circumstances = {
      via: given % 2 === 0 ? ('rate' as const) : ('post' as const),
      isYoung: given % 3 === 0,
      othersTenths: given < 5 ? null : given * 9,
    };
    yield chapter(`rating-${postId}-${userId}`, event('Rated', { ...rating, ...circumstances }));
    known.ratings.push(rating);
  }
  function* exclude() {
    const rating = random() < 0.1 ? pick(known.ratings) : undefined;
    if (!rating) return;
    const excluded = { ...rating, actId: uuid() };
    const stream = `rating-${rating.postId}-${rating.userId}`;
    yield chapter(stream, event('RatingExcluded', { ...excluded, counted: true, note: 'A burst.' }));
    known.ratings.splice(known.ratings.indexOf(rating), 1);
    if (random() < 0.5) return;
    known.ratings.push(rating);
    yield chapter(stream, event('RatingIncluded', { ...excluded, counts: true, because: null }));
  }
  function* excludePerson() {
    const userId = random() < 0.2 ? pick(known.ratings)?.userId : undefined;
    if (!userId) return;
    const act = { userId, actId: uuid() };
    const excluded = event('RaterExcluded', { ...act, note: 'A ring.' });
    yield chapter(`rater-${userId}`, excluded, event('RaterIncluded', { ...act, because: 'A mistake.' }));
  }
  function* likePost() {
    const postId = pick(known.posts)?.postId;
    const userId = pick(known.accounts)?.id;
    if (!postId || !userId) return;
    const stream = `like-${postId}-${userId}`;
    if (known.liked.has(stream)) return;
    known.liked.add(stream);
    known.likes.push({ stream, postId, commentId: null, userId });
    yield chapter(stream, event('Liked', { postId, userId }));
  }
  function* likeComment() {
    const comment = pick(known.comments);
    const userId = pick(known.accounts)?.id;
    if (!comment || !userId) return;
    const { commentId, postId } = comment;
    const stream = `commentLike-${commentId}-${userId}`;
    if (known.liked.has(stream)) return;
    known.liked.add(stream);
    known.likes.push({ stream, postId, commentId, userId });
    yield chapter(stream, event('CommentLiked', { commentId, postId, userId }));
  }
  function* unlike() {
    const like = pick(known.likes);
    if (!like || !known.liked.delete(like.stream)) return;
    const { stream, postId, commentId, userId } = like;
    yield chapter(
      stream,
      commentId
        ? event('CommentUnliked', { commentId, postId, userId })
        : event('Unliked', { postId, userId }),
    );
  }
  function* say() {
    const post = pick(known.posts);
    const authorId = pick(known.accounts)?.id;
    if (!post || !authorId) return;
    const { postId, ownerId: postOwnerId } = post;
    const parent = random() < 0.5 ? post.newestComment : null;
    const commentId = uuid();
    yield chapter(
      `comment-${commentId}`,
      event('CommentPosted', {
        commentId,
        postId,
        postOwnerId,
        authorId,
        parent,
        text: `What a fine photo, number ${known.comments.length}.`,
      }),
    );
    known.comments.push({ commentId, postId, postOwnerId, authorId, parent, hiddenBy: null });
    post.newestComment = { commentId, authorId };
  }
  function* takeBack() {
    const taken = random() < 0.3 ? pick(known.comments) : undefined;
    if (!taken) return;
    const because = random() < 0.8 ? 'author' : 'parent deleted';
    const { hiddenBy, ...about } = taken;
    yield chapter(
      `comment-${taken.commentId}`,
      event('CommentDeleted', { ...about, because, wasHidden: hiddenBy !== null }),
    );
    known.comments.splice(known.comments.indexOf(taken), 1);
  }
  function* report() {
    const post = random() < 0.3 ? pick(known.posts) : undefined;
    const reporterId = pick(known.accounts)?.id;
    const stream = `report-${post?.postId}-${reporterId}`;
    if (!post || !reporterId || known.reports.has(stream)) return;
    const { postId, ownerId } = post;
    known.reports.set(stream, { subject: 'post', subjectId: postId, postId, ownerId, reporterId });
    const reason = 'This is not a foot.';
    yield chapter(
      stream,
      event('PostReported', { postId, ownerId, reporterId, category: 'not-feet', reason }),
    );
  }
  function* reportWords() {
    const comment = random() < 0.3 ? pick(known.comments) : undefined;
    const reporterId = pick(known.accounts)?.id;
    if (!comment || !reporterId) return;
    const { commentId, postId, authorId: ownerId } = comment;
    const said = { ownerId, reporterId, category: 'spam', reason: 'An advert.' } as const;
    const about = { ownerId, reporterId };
    const ofComment = `report-${commentId}-${reporterId}`;
    if (!known.reports.has(ofComment)) {
      known.reports.set(ofComment, { ...about, subject: 'comment', subjectId: commentId, postId });
      yield chapter(ofComment, event('CommentReported', { ...said, commentId, postId }));
    }
    const ofProfile = `report-${ownerId}-${reporterId}`;
    if (known.reports.has(ofProfile)) return;
    known.reports.set(ofProfile, { ...about, subject: 'profile', subjectId: ownerId, postId: null });
    yield chapter(ofProfile, event('ProfileReported', said));
  }

  return [
    score,
    score,
    score,
    exclude,
    excludePerson,
    likePost,
    likePost,
    likeComment,
    unlike,
    say,
    say,
    takeBack,
    report,
    reportWords,
  ];
}
