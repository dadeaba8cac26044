import type { AdminRole } from '../../domain/admin/admin-role.js';
import { Injectable } from '@nestjs/common';
import type { DomainEvent, DomainEvents } from '../../domain/events.js';
import { Post } from '../../domain/post/post.js';
import type { Recorded } from '../../kernel/event.js';
import { EventLogUnavailableError } from '../../kernel/event-log.js';
import { History } from '../../kernel/history.js';
import { States } from '../../kernel/states.js';
import { UndecodableError, unlessUndecodable, unreadable } from '../../kernel/undecodable.js';
import { ActsReader } from '../../projections/acts.js';
import { ModeratedPostsReader, adminPictureUrl } from '../../projections/moderated-posts.js';
import { hammingDistance } from '../../projections/photos/near-copy.js';
import { PhotosReader } from '../../projections/photos/photos.js';
import { RatingsReader } from '../../projections/ratings.js';
import { ReportsReader } from '../../projections/reports.js';
import type { AdminPostDetails, AdminVerdict, NearCopy, Refusal } from './post-details.contract.js';
import { ReportUseCases } from './report-use-cases.service.js';
import { ShownActs } from './shown-acts.service.js';

const MOST_COPIES = 20;
const MOST_REFUSALS = 20;

@Injectable()
export class PostDetails {
  constructor(
    private readonly posts: ModeratedPostsReader,
    private readonly ratings: RatingsReader,
    private readonly photos: PhotosReader,
    private readonly reports: ReportsReader,
    private readonly desk: ReportUseCases,
    private readonly acts: ActsReader,
    private readonly shown: ShownActs,
    private readonly history: History,
    private readonly states: States,
  ) {}

  /** For an admin with this role; null if the post does not exist. `hidden` are posts that are not shown as near-copies. */
  async of(postId: string, hidden: ReadonlySet<string>, role: AdminRole): Promise<AdminPostDetails | null> {
    const post = await this.posts.one(postId);
    const [shown] = post ? await this.posts.shown([post]) : [];
    if (!post || !shown) return null;
    const [ratingDistribution, recorded, problem, nearCopies, reports, acts] = await Promise.all([
      this.ratings.distribution(postId),
      this.recorded(postId, post.ownerId),
      this.problem(postId),
      this.nearCopies(postId, post.picture.perceptualHash, hidden),
      this.reports.on(postId).then((found) => this.desk.shown(found)),
      this.acts.on(postId).then((found) => this.shown.of(found, role)),
    ]);
    return { ...shown, ...recorded, unreadable: problem, ratingDistribution, nearCopies, reports, acts };
  }

  private problem(postId: string): Promise<string | null> {
    const read = this.states.toRead(Post, postId).then(() => null);
    return unlessUndecodable(read, unreadable);
  }

  /** What only the log knows. The rest of the page is shown without it while the log is away, or this part of it can't be read. */
  private async recorded(
    photoId: string,
    ownerId: string,
  ): Promise<Pick<AdminPostDetails, 'verdict' | 'refusals' | 'isLogAvailable'>> {
    try {
      const [verdict, refusals] = await Promise.all([this.verdict(photoId), this.refusals(ownerId)]);
      return { verdict, refusals, isLogAvailable: true };
    } catch (error) {
      const isPart = error instanceof EventLogUnavailableError || error instanceof UndecodableError;
      if (!isPart) throw error;
      return { verdict: null, refusals: [], isLogAvailable: false };
    }
  }

  private async verdict(photoId: string): Promise<AdminVerdict | null> {
    const events = (await this.history.of(`photo-${photoId}`)) as readonly DomainEvent[];
    for (const { type, data, metadata } of events) {
      if (type !== 'PhotoRated' && type !== 'PhotoAdmitted') continue;
      const { verdict, reasons, judge } = data;
      const rating = type === 'PhotoRated' ? data : null;
      return {
        verdict,
        reasons,
        judge: judge.kind,
        model: judge.model,
        promptVersion: judge.promptVersion,
        score: rating && rating.score,
        scores: rating && { ...rating.scores },
        comment: rating && rating.comment,
        judgedAt: metadata.at,
      };
    }
    return null;
  }

  private async nearCopies(
    postId: string,
    perceptualHash: string,
    hidden: ReadonlySet<string>,
  ): Promise<readonly NearCopy[]> {
    const found = await this.photos.nearCopiesOf(postId, perceptualHash, MOST_COPIES);
    const shown = found.filter(({ _id }) => !hidden.has(_id));
    return shown.map(({ _id, claimedBy, picture, admittedAt }) => ({
      id: _id,
      ownerId: claimedBy,
      imageUrl: adminPictureUrl(_id),
      distance: hammingDistance(picture.perceptualHash, perceptualHash),
      uploadedAt: admittedAt,
    }));
  }

  private async refusals(ownerId: string): Promise<readonly Refusal[]> {
    const refused = (await this.history.of(`uploader-account:${ownerId}`)) as readonly Recorded<
      'UploadRefused',
      DomainEvents['UploadRefused']
    >[];
    const newest = refused.toReversed().slice(0, MOST_REFUSALS);
    return Promise.all(
      newest.map(async ({ data: { photoId, at } }) => {
        const [event] = (await this.history.of(`photo-${photoId}`)) as readonly DomainEvent[];
        return { at, reasons: event?.type === 'PhotoRefused' ? event.data.reasons : [] };
      }),
    );
  }
}
