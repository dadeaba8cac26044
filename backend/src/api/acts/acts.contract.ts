import { Flag, Id, Maybe, OneOf, Part, Text, When, show } from '../../contract/fields.js';
import { REASON_CODES } from '../../domain/moderation/reasons.js';
import type { Stored } from '../../kernel/document-store.js';
import { ACT_KINDS, type ActKind, rolesToUndo, rowOf } from '../../domain/acts/acts.js';
import type { AdminRole } from '../../domain/admin/admin-role.js';
import { SUBJECT_KINDS, type SubjectKind } from '../../domain/acts/act.js';
import { type ActDocument, OWN_ACT_STATUSES, type OwnActStatus, isDone } from '../../projections/acts.js';

export const WAITS =
  'When it takes effect, because it concerns you and no other admin can decide; null if it has.';

class ActSubject {
  @OneOf(SUBJECT_KINDS) readonly kind!: SubjectKind;
  @Text() readonly id!: string;
}

class ActUndone {
  @When() readonly at!: string;
  @Maybe(Text, 'The id of the admin.') readonly by!: string | null;
  @Maybe(Text, 'The name of the admin.') readonly byName!: string | null;
  @Maybe(Text) readonly reason!: string | null;
}

/** An act that concerns the admin who asked for it. */
export class OwnAct {
  @Id() readonly actId!: string;
  @Flag('Whether it is the undoing of the act.') readonly isUndo!: boolean;
  @OneOf(OWN_ACT_STATUSES, 'A lapsed one has no effect, because another admin can decide by now.')
  readonly status!: OwnActStatus;
  @When('When it takes effect, unless it is withdrawn or another admin can decide by then.')
  readonly dueAt!: string;
}

/** How an act of admins on their own stands; null for any other. */
export function ownOf(act: Stored<ActDocument> | undefined): OwnAct | null {
  return act?.own ? { actId: act._id, ...act.own } : null;
}

export class Act {
  @Id() readonly id!: string;
  @OneOf(ACT_KINDS) readonly kind!: ActKind;
  @Text('The kind in words.') readonly name!: string;
  @Part(() => ActSubject) readonly subject!: ActSubject;
  @Maybe(Text, 'The account that it concerns; null for a picture on the block list.')
  readonly ownerId!: string | null;
  @Maybe(Text, 'The id of the admin.') readonly adminId!: string | null;
  @Maybe(Text, 'The name of the admin.') readonly adminName!: string | null;
  @When() readonly createdAt!: string;
  @Maybe(OneOf(REASON_CODES)) readonly reason!: string | null;
  @Maybe(Text, 'For the person; null once they are deleted.') readonly note!: string | null;
  @Maybe(Part(() => ActUndone)) readonly undone!: ActUndone | null;
  @Maybe(Text, 'Why it was not done when its decision was carried out; null if it was done.')
  readonly refused!: string | null;
  @Maybe(Part(() => OwnAct), 'Set if it concerns the admin who did it.') readonly own!: OwnAct | null;
  @Flag('Whether you can undo it.') readonly canUndo!: boolean;
  @Flag('Whether it waits, and you can withdraw it.') readonly canWithdraw!: boolean;

  /** @param names the names of admins, by id */
  constructor(act: Stored<ActDocument>, names: ReadonlyMap<string, string>, role: AdminRole) {
    const nameOf = (adminId: string | null) => (adminId === null ? null : (names.get(adminId) ?? null));
    const { kind, undone } = act;
    const isWaiting = act.own?.status === 'waiting';
    const mayUndo = rolesToUndo(kind).includes(role);
    show<Act>(this, {
      ...act,
      id: act._id,
      name: rowOf(kind).name,
      own: ownOf(act),
      canUndo: isDone(act) && undone === null && !isWaiting && mayUndo,
      canWithdraw: isWaiting && (act.own?.isUndo ? mayUndo : rowOf(kind).roles.includes(role)),
      adminName: nameOf(act.adminId),
      createdAt: act.at,
      undone: undone && { at: undone.at, by: undone.by, byName: nameOf(undone.by), reason: undone.because },
    });
  }
}
