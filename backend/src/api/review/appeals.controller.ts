import { Body, Query, Res, ForbiddenException, NotFoundException } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import {
  AppealsReader,
  APPEAL_OUTCOMES,
  type AppealOutcome,
  APPEAL_SORTS,
  type AppealDocument,
} from '../../projections/moderation/appeals.js';
import { answerList, columnsOf, listOf, AdminListRequest } from '../http/admin-list.js';
import type { AdminUser } from '../http/admins.js';
import { CurrentAdmin } from '../http/current-admin.js';
import { LegalHolds } from '../photos/legal-holds.service.js';
import { AdminAppeal } from './decisions.contract.js';
import { answerDecision, CarryingOut } from '../decisions/carrying-out.service.js';
import { SubjectId } from '../acts/moderation.requests.js';
import type { GeneratedFile } from '../http/generated-files.js';
import { Route, Routes } from '../http/route.js';
import { Flag, Optional, SizedText } from '../../contract/fields.js';
import { FilterOf, OfId, SortedBy } from '../http/list-filters.js';
import { APPEALED, type Appealed, Appeal, requireOtherAdmin } from '../../domain/review/appeal.js';
import { LONGEST_NOTE, type ReasonCode } from '../../domain/moderation/reasons.js';
import { written } from '../../shared/visible-text.js';
import type { AdminRole } from '../../domain/admin/admin-role.js';
import { kindAppealed, rolesToUndo, rowOf, toldOf } from '../../domain/acts/acts.js';
import { actOfAppeal } from '../../domain/acts/implied-acts.js';
import type { Decider } from '../../domain/moderation/self-decision.js';
import { Rejected } from '../../kernel/aggregate.js';
import type { Stored } from '../../kernel/document-store.js';
import { States } from '../../kernel/states.js';
import { type Undecodable, unlessUndecodable, unreadable } from '../../kernel/undecodable.js';
import { PeopleReader } from '../../projections/accounts/people.js';
import { ActsReader } from '../../projections/acts.js';
import { adminPictureUrl } from '../../projections/moderated-posts.js';
import { DecidedSubjects } from './decided-subjects.service.js';
import { Deciders } from '../decisions/decider.js';
import { shownAppeal } from './own-decisions.controller.js';
import { ShownActs } from '../acts/shown-acts.service.js';

class AppealsRequest extends AdminListRequest {
  @FilterOf(APPEAL_OUTCOMES) readonly outcome?: AppealOutcome;
  @FilterOf(APPEALED, 'What the decision was about.') readonly about?: Appealed;
  @OfId('Those of one account.') readonly owner?: string;
  @SortedBy(APPEAL_SORTS, '-createdAt') readonly sort: (typeof APPEAL_SORTS)[number] = '-createdAt';
}

class AppealDecisionRequest {
  @Flag({ about: 'Whether the decision is undone.', message: 'Please grant or reject the appeal' })
  readonly granted!: boolean;

  @Optional(SizedText, {
    max: LONGEST_NOTE,
    default: '',
    about: 'For the person. A rejection needs one.',
    limit: LONGEST_NOTE * 2,
    normalise: written,
    tooLong: `A note has at most ${LONGEST_NOTE} characters`,
  })
  readonly note: string = '';
}

const NEEDS_AN_OWNER = 'An owner has to decide this appeal.';

/** Appeals against decisions. An admin decides neither about their own decision nor about one that concerns them. */
@Routes('back office', 'api/rtm-sys/appeals', { who: ['moderator', 'owner'] })
export class AppealsController {
  constructor(
    private readonly appeals: AppealsReader,
    private readonly holds: LegalHolds,
    private readonly carrying: CarryingOut,
    private readonly states: States,
    private readonly acts: ActsReader,
    private readonly people: PeopleReader,
    private readonly names: ShownActs,
    private readonly subjects: DecidedSubjects,
    private readonly deciders: Deciders,
  ) {}

  @Route('GET', '', {
    summary: 'The appeals of people, newest first.',
    answer: listOf(AdminAppeal),
  })
  async listAppeals(
    @Query() request: AppealsRequest,
    @CurrentAdmin() admin: AdminUser,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<readonly AdminAppeal[] | GeneratedFile> {
    const { outcome, about, owner: ownerId, sort } = request;
    return answerList(request, reply, {
      list: this.appeals.list({ outcome, about, ownerId }, sort),
      hiddenFrom: await this.holds.hiddenFrom(admin),
      about: ({ postId }) => postId,
      shown: (rows) => this.shown(rows, admin),
      columns: COLUMNS,
    });
  }

  @Route('GET', ':id', {
    summary: 'An appeal, by the id of the act that it is against.',
    answer: AdminAppeal,
    errors: { 404: 'Appeal not found' },
  })
  adminAppeal(@SubjectId() actId: string, @CurrentAdmin() admin: AdminUser): Promise<AdminAppeal> {
    return this.one(actId.toLowerCase(), admin);
  }

  @Route('POST', ':id/decide', {
    summary: 'Decides an appeal. Granting it undoes the decision. Repeating it changes nothing.',
    answer: AdminAppeal,
    isDecision: true,
    errors: { 404: 'Appeal not found', 409: 'This appeal was decided already.' },
  })
  async decideAppeal(
    @SubjectId() id: string,
    @Body() { granted: isGranted, note }: AppealDecisionRequest,
    @CurrentAdmin() admin: AdminUser,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AdminAppeal> {
    const actId = id.toLowerCase();
    const { filed } = await this.states.of(Appeal, actId);
    if (!filed || (await this.isHidden(filed, admin))) throw appealNotFound();
    if (!rolesFor(filed.about).includes(admin.role)) throw new ForbiddenException(NEEDS_AN_OWNER);
    const decider = await this.deciderOf(filed, admin);
    const command = Appeal.DecideAppeal({ actId, adminId: admin.id, decider, isGranted, note });
    const acts = isGranted ? [actOfAppeal({ ...filed, adminId: admin.id }, decider)] : [];
    const isCarriedOut = await this.carrying.decide(command, acts);
    return answerDecision(await this.one(actId, admin), isCarriedOut, reply);
  }

  /** An appeal as `admin` sees it. @throws NotFoundException */
  private async one(actId: string, admin: AdminUser): Promise<AdminAppeal> {
    const state = await this.states.of(Appeal, actId);
    const shown = await this.joined(state, admin, await this.join([actId], [state]));
    if (!shown) throw appealNotFound();
    return shown;
  }

  /** Appeals as `admin` sees them, in the order of the list. Where one can't be read, its text says so. */
  private async shown(appeals: readonly Stored<AppealDocument>[], admin: AdminUser): Promise<AdminAppeal[]> {
    const actIds = appeals.map(({ _id }) => _id);
    const read = await Promise.all(
      appeals.map((document) =>
        unlessUndecodable(this.states.of(Appeal, document._id), (event) => quarantined(document, event)),
      ),
    );
    const joined = await this.join(
      actIds,
      read.flatMap((one) => (isRow(one) ? [] : [one])),
    );
    const shown = await Promise.all(
      read.map(async (one, index) =>
        isRow(one)
          ? one
          : unlessUndecodable(this.joined(one, admin, joined), (event) =>
              quarantined(appeals[index] as Stored<AppealDocument>, event),
            ),
      ),
    );
    return shown.filter((one) => one !== null);
  }

  private async join(actIds: readonly string[], states: readonly Appeal[]) {
    const acts = await this.acts.byIds(actIds);
    const [people, names] = await Promise.all([
      this.people.byIds(states.flatMap(({ filed }) => (filed ? [filed.ownerId] : []))),
      this.names.names(
        states.flatMap(({ filed, decided }) => [filed?.actBy ?? null, decided?.adminId ?? null]),
      ),
    ]);
    return { acts, people, names };
  }

  /** Whether it is about a post under legal hold that this admin may not see. */
  private async isHidden({ postId }: NonNullable<Appeal['filed']>, admin: AdminUser): Promise<boolean> {
    return postId !== null && (await this.holds.hides(postId, admin));
  }

  private deciderOf({ about, subjectId }: NonNullable<Appeal['filed']>, admin: AdminUser): Promise<Decider> {
    return this.deciders.for(kindAppealed(about), subjectId, admin);
  }

  private async joined(
    state: Appeal,
    admin: AdminUser,
    joined: Awaited<ReturnType<AppealsController['join']>>,
  ): Promise<AdminAppeal | null> {
    const own = shownAppeal(state);
    const { filed, decided } = state;
    if (!filed || !own || (await this.isHidden(filed, admin))) return null;
    const { actId, about, postId, ownerId, actBy } = filed;
    const act = joined.acts.get(actId);
    const subject = act && (await this.subjects.of(act));
    const pictureId = postId ?? subject?.pictureId ?? null;
    const nameOf = (adminId: string | null) =>
      adminId === null ? null : (joined.names.get(adminId) ?? null);
    return {
      ...own,
      id: actId,
      about,
      kind: (act && toldOf(act.kind)?.as) ?? null,
      name: act ? rowOf(act.kind).name : null,
      problem: act?.undoRefused ?? null,
      postId,
      imageUrl: pictureId && adminPictureUrl(pictureId, 640),
      subjectText: subject?.text ?? null,
      ownerId,
      username: joined.people.get(ownerId)?.username ?? null,
      reason: (act?.reason ?? null) as ReasonCode | null,
      reasonNote: act?.note ?? null,
      actBy: nameOf(actBy),
      actAt: act?.at ?? null,
      endsAt: subject?.endsAt ?? null,
      isUndone: subject?.isUndone ?? false,
      decidedBy: nameOf(decided?.adminId ?? null),
      refusal: refusalOf(filed, admin, await this.deciderOf(filed, admin)),
    };
  }
}

const COLUMNS = columnsOf<AdminAppeal>()(
  'id createdAt about post person text decision reason decisionBy outcome note decidedBy decidedAt',
  { createdAt: 'filedAt', post: 'postId', person: 'username', decision: 'kind', decisionBy: 'actBy' },
);

const isRow = (one: Appeal | AdminAppeal): one is AdminAppeal => 'about' in one;

/** An appeal that can't be read. It may be about a post under legal hold, so nothing of that is shown. */
function quarantined(
  { _id: id, about, ownerId, outcome, filedAt }: Stored<AppealDocument>,
  event: Undecodable,
): AdminAppeal {
  const words = unreadable(event);
  return {
    id,
    about,
    ownerId,
    outcome,
    filedAt,
    text: words,
    note: null,
    decidedAt: null,
    kind: null,
    name: null,
    problem: null,
    postId: null,
    imageUrl: null,
    subjectText: null,
    username: null,
    reason: null,
    reasonNote: null,
    actBy: null,
    actAt: null,
    endsAt: null,
    isUndone: false,
    decidedBy: null,
    refusal: words,
  };
}

function rolesFor(about: Appealed): readonly AdminRole[] {
  return rolesToUndo(kindAppealed(about));
}

/** Why an admin may not decide an appeal; null if they may. */
function refusalOf(filed: NonNullable<Appeal['filed']>, admin: AdminUser, decider: Decider): string | null {
  if (!rolesFor(filed.about).includes(admin.role)) return NEEDS_AN_OWNER;
  try {
    requireOtherAdmin(filed, decider);
    return null;
  } catch (error) {
    if (error instanceof Rejected) return error.message;
    throw error;
  }
}

function appealNotFound(): NotFoundException {
  return new NotFoundException('Appeal not found');
}
