import { Injectable } from '@nestjs/common';
import type { ProfilePart, Withheld } from '../../domain/account/account-state.js';
import { Account } from '../../domain/account/account.js';
import { Comment } from '../../domain/comment/comment.js';
import { Post } from '../../domain/post/post.js';
import { reportOf, Report } from '../../domain/report/report.js';
import { Clock } from '../../kernel/clock.js';
import type { Stored } from '../../kernel/document-store.js';
import { States } from '../../kernel/states.js';
import type { SubjectKind } from '../../domain/acts/act.js';
import type { ActDocument } from '../../projections/acts.js';
import { ReportsReader } from '../../projections/reports.js';

/** What a decision was about, and whether it is in force. */
interface DecidedSubject {
  /** The post, or that of the comment or report; null for an account. */
  readonly postId: string | null;
  /** The owner of that post, if it is another person than the decision concerns. */
  readonly postOwnerId: string | null;
  /** In the words of the person whom the decision concerns: their comment or report, or what is withheld of their profile. */
  readonly text: string | null;
  /** A profile picture that is withheld, while there are files of it. */
  readonly pictureId: string | null;
  /** When a suspension ends; null if it does not, and for other decisions. */
  readonly endsAt: string | null;
  readonly isUndone: boolean;
  /** Whether it is a post under legal hold, which not even its owner sees. */
  readonly isEscalated: boolean;
  /** Whether there is something that an appeal can undo. */
  readonly stands: boolean;
}

const NOTHING = {
  postId: null,
  postOwnerId: null,
  text: null,
  pictureId: null,
  endsAt: null,
  isEscalated: false,
};

type Act = Stored<ActDocument>;

/** Reads from the streams what a decision was about, and whether it still stands. */
@Injectable()
export class DecidedSubjects {
  private readonly readers: Readonly<Partial<Record<SubjectKind, (act: Act) => Promise<DecidedSubject>>>> = {
    post: (act) => this.ofPost(act),
    comment: (act) => this.ofComment(act),
    report: (act) => this.ofReport(act),
    account: (act) => this.ofAccount(act),
  };

  constructor(
    private readonly states: States,
    private readonly reports: ReportsReader,
    private readonly clock: Clock,
  ) {}

  /** Null for an act that nobody is told about. */
  async of(act: Act): Promise<DecidedSubject | null> {
    return (await this.readers[act.subject.kind]?.(act)) ?? null;
  }

  private async ofPost({ _id, subject: { id } }: Act): Promise<DecidedSubject> {
    const { acts, deleted, legalHold } = await this.states.of(Post, id);
    const isOpen = acts.some(({ actId }) => actId === _id);
    const isEscalated = legalHold !== null;
    return { ...NOTHING, postId: id, isUndone: !isOpen, isEscalated, stands: isOpen && !deleted };
  }

  private async ofComment({ _id, subject: { id } }: Act): Promise<DecidedSubject> {
    const { posted, hiddenBy, undone, deleted } = await this.states.of(Comment, id);
    return {
      ...NOTHING,
      postId: posted?.postId ?? null,
      postOwnerId: posted && posted.postOwnerId !== posted.authorId ? posted.postOwnerId : null,
      text: posted?.text ?? null,
      isUndone: undone.includes(_id),
      stands: hiddenBy === _id && !deleted,
    };
  }

  private async ofReport({ _id, subject: { id } }: Act): Promise<DecidedSubject> {
    const { subjectId } = reportOf(id) ?? { subjectId: '' };
    const [{ subject, postId, ownerId, actId, undone }, document] = await Promise.all([
      this.states.of(Report, id),
      this.reports.one(id),
    ]);
    const reported = { post: Post, comment: Comment, profile: Account }[subject];
    const { deleted } = await this.states.of<{ deleted: boolean }>(reported, subjectId);
    return {
      ...NOTHING,
      postId,
      postOwnerId: ownerId,
      text: document?.reason ?? null,
      isUndone: undone.includes(_id),
      stands: actId === _id && !deleted,
    };
  }

  private async ofAccount({ _id, kind, subject: { id }, undone }: Act): Promise<DecidedSubject> {
    const { suspensions, strikes, withheld, pictureId, deleted } = await this.states.of(Account, id);
    const isUndone = undone !== null;
    if (kind === 'ProfileWithheld') {
      const act = withheld.find(({ actId }) => actId === _id);
      return {
        ...NOTHING,
        text: act ? withheldText(act) : null,
        pictureId: act?.parts.includes('picture') && act.values.picture === pictureId ? pictureId : null,
        isUndone,
        stands: act !== undefined && !deleted,
      };
    }
    const suspension = suspensions.find(({ suspensionId }) => suspensionId === _id);
    const endsAt = suspension?.endsAt ?? null;
    const hasEnded = endsAt !== null && Date.parse(endsAt) <= this.clock.now().getTime();
    const isOpen =
      kind === 'AccountStruck'
        ? strikes.some(({ actId }) => actId === _id)
        : suspension !== undefined && !hasEnded;
    return { ...NOTHING, endsAt, isUndone, stands: isOpen && !deleted };
  }
}

/** What was withheld, a line for each part. */
function withheldText({ parts, values: { name, bio, links } }: Withheld): string {
  const lines: Readonly<Record<ProfilePart, string>> = {
    name: `Name: ${name ?? ''}`,
    bio: `Bio: ${bio ?? ''}`,
    links: `Links: ${Object.values(links ?? {}).join(', ')}`,
    picture: 'Profile picture',
  };
  return parts.map((part) => lines[part]).join('\n');
}
