import { ApiProperty } from '@nestjs/swagger';
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
  @ApiProperty({ enum: SUBJECT_KINDS })
  readonly kind!: SubjectKind;

  @ApiProperty()
  readonly id!: string;
}

class ActUndone {
  @ApiProperty({ format: 'date-time' })
  readonly at!: string;

  @ApiProperty({ type: String, nullable: true, description: 'The id of the admin.' })
  readonly by!: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'The name of the admin.' })
  readonly byName!: string | null;

  @ApiProperty({ type: String, nullable: true })
  readonly reason!: string | null;
}

/** What an admin did. */
export class Act {
  @ApiProperty({ format: 'uuid' })
  readonly id: string;

  @ApiProperty({ enum: ACT_KINDS })
  readonly kind: ActKind;

  @ApiProperty({ type: ActSubject })
  readonly subject: ActSubject;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The account that it concerns; null for a picture on the block list.',
  })
  readonly ownerId: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'The id of the admin.' })
  readonly adminId: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'The name of the admin.' })
  readonly adminName: string | null;

  @ApiProperty({ format: 'date-time' })
  readonly createdAt: string;

  @ApiProperty({ enum: REASON_CODES, nullable: true, type: String })
  readonly reason: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'For the person; null once they are deleted.' })
  readonly note: string | null;

  @ApiProperty({ type: ActUndone, nullable: true })
  readonly undone: ActUndone | null;

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
