import { ForbiddenException, Injectable, NotFoundException } from '@nestjs/common';
import type { AdminRole } from '../../domain/admin/admin-role.js';
import { kindAppealed, rolesToUndo, rowOf, toldOf } from '../../domain/acts/acts.js';
import { actOfAppeal } from '../../domain/acts/implied-acts.js';
import { type Appealed, Appeal, requireOtherAdmin } from '../../domain/review/appeal.js';
import type { Decider } from '../../domain/moderation/self-decision.js';
import type { ReasonCode } from '../../domain/moderation/reasons.js';
import { Rejected } from '../../kernel/aggregate.js';
import type { Stored } from '../../kernel/document-store.js';
import { States } from '../../kernel/states.js';
import { type Undecodable, unlessUndecodable, unreadable } from '../../kernel/undecodable.js';
import { PeopleReader } from '../../projections/accounts/people.js';
import { type ActDocument, ActsReader } from '../../projections/acts.js';
import type { AppealDocument } from '../../projections/moderation/appeals.js';
import { adminPictureUrl } from '../../projections/moderated-posts.js';
import type { AdminUser } from '../http/admins.js';
import { LegalHolds } from '../photos/legal-holds.service.js';
import { DecidedSubjects } from './decided-subjects.service.js';
import type { AdminAppeal } from './decisions.contract.js';
import { CarryingOut } from '../decisions/carrying-out.service.js';
import { Deciders } from '../decisions/decider.js';
import { shownAppeal } from './own-decisions.service.js';
import { ShownActs } from '../acts/shown-acts.service.js';

interface Joined {
  readonly acts: ReadonlyMap<string, Stored<ActDocument>>;
  readonly people: ReadonlyMap<string, { readonly username: string | null }>;
  readonly names: ReadonlyMap<string, string>;
}

@Injectable()
export class AppealUseCases {
  constructor(
    private readonly carrying: CarryingOut,
    private readonly states: States,
    private readonly acts: ActsReader,
    private readonly people: PeopleReader,
    private readonly names: ShownActs,
    private readonly subjects: DecidedSubjects,
    private readonly holds: LegalHolds,
    private readonly deciders: Deciders,
  ) {}

  /**
   * Decides an appeal, and undoes the act if it is granted.
   * @returns whether all that follows is carried out
   * @throws ForbiddenException for an admin who may not undo such decisions
   * @throws Rejected for an admin who decided the act or whom it concerns, and for another decision
   */
  async decide(actId: string, admin: AdminUser, isGranted: boolean, note: string): Promise<boolean> {
    const { filed } = await this.states.of(Appeal, actId);
    if (!filed || (await this.isHidden(filed, admin))) throw appealNotFound();
    if (!rolesFor(filed.about).includes(admin.role)) throw new ForbiddenException(NEEDS_AN_OWNER);
    const decider = await this.deciders.onPost(filed.postId, admin);
    const command = Appeal.DecideAppeal({ actId, adminId: admin.id, decider, isGranted, note });
    const acts = isGranted ? [actOfAppeal({ ...filed, adminId: admin.id }, decider)] : [];
    return this.carrying.decide(command, acts);
  }

  /** An appeal as `admin` sees it. @throws NotFoundException */
  async one(actId: string, admin: AdminUser): Promise<AdminAppeal> {
    const state = await this.states.of(Appeal, actId);
    const shown = await this.joined(state, admin, await this.join([actId], [state]));
    if (!shown) throw appealNotFound();
    return shown;
  }

  /** Appeals as `admin` sees them, in the order of the list. Where one can't be read, its text says so. */
  async shown(appeals: readonly Stored<AppealDocument>[], admin: AdminUser): Promise<AdminAppeal[]> {
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

  private async join(actIds: readonly string[], states: readonly Appeal[]): Promise<Joined> {
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

  private async joined(state: Appeal, admin: AdminUser, joined: Joined): Promise<AdminAppeal | null> {
    const own = shownAppeal(state);
    const { filed, decided } = state;
    if (!filed || !own || (await this.isHidden(filed, admin))) return null;
    const { actId, about, postId, ownerId, actBy } = filed;
    const act = joined.acts.get(actId);
    const subject = act && (await this.subjects.of(act));
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
      imageUrl: postId === null ? null : adminPictureUrl(postId, 640),
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
      refusal: refusalOf(filed, admin, await this.deciders.onPost(postId, admin)),
    };
  }
}

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

const NEEDS_AN_OWNER = 'An owner has to decide this appeal.';

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
