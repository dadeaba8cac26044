import { Id, Maybe, OneOf, Part, Text, When } from '../../contract/fields.js';
import { REASON_CODES } from '../../domain/moderation/reasons.js';
import type { Stored } from '../../kernel/document-store.js';
import {
  ACT_KINDS,
  type ActDocument,
  type ActKind,
  SUBJECT_KINDS,
  type SubjectKind,
} from '../../projections/acts/acts.projection.js';

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

/** What an admin did. */
export class Act {
  @Id() readonly id: string;
  @OneOf(ACT_KINDS) readonly kind: ActKind;
  @Part(() => ActSubject) readonly subject: ActSubject;
  @Maybe(Text, 'The account that it concerns; null for a picture on the block list.')
  readonly ownerId: string | null;
  @Maybe(Text, 'The id of the admin.') readonly adminId: string | null;
  @Maybe(Text, 'The name of the admin.') readonly adminName: string | null;
  @When() readonly createdAt: string;
  @Maybe(OneOf(REASON_CODES)) readonly reason: string | null;
  @Maybe(Text, 'For the person; null once they are deleted.') readonly note: string | null;
  @Maybe(Part(() => ActUndone)) readonly undone: ActUndone | null;

  /** @param names the names of admins, by id */
  constructor(act: Stored<ActDocument>, names: ReadonlyMap<string, string>) {
    const nameOf = (adminId: string | null) => (adminId === null ? null : (names.get(adminId) ?? null));
    this.id = act._id;
    this.kind = act.kind;
    this.subject = act.subject;
    this.ownerId = act.ownerId;
    this.adminId = act.adminId;
    this.adminName = nameOf(act.adminId);
    this.createdAt = act.at;
    this.reason = act.reason;
    this.note = act.note;
    this.undone = act.undone && {
      at: act.undone.at,
      by: act.undone.by,
      byName: nameOf(act.undone.by),
      reason: act.undone.because,
    };
  }
}
