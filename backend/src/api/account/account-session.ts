import { ApiProperty } from '@nestjs/swagger';
import type { Session } from '../../infrastructure/sessions/session-store.port.js';
import { plainAddress } from '../http/network.js';
import { deviceOf } from './device.js';
import { placeOf } from './place.js';

/** A place where the account is signed in, as its owner sees it. */
export class AccountSession {
  @ApiProperty({ format: 'uuid' })
  readonly id!: string;

  @ApiProperty({ type: String, description: 'Browser and system by what the browser says of itself.' })
  readonly device!: string;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The country of the address; null where it has none.',
  })
  readonly place!: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'From where it was last used; null where that was not noted.',
  })
  readonly address!: string | null;

  @ApiProperty({ format: 'date-time' })
  readonly createdAt!: string;

  @ApiProperty({ format: 'date-time', description: 'To the minute.' })
  readonly lastUsedAt!: string;

  @ApiProperty({ description: 'Whether it is the session of this very request.' })
  readonly isCurrent!: boolean;
}

/** The answer when one session was ended. */
export class SessionEnded {
  @ApiProperty({ enum: [true] })
  readonly success!: true;
}

/** The answer when the other sessions were ended. */
export class SessionsEnded extends SessionEnded {
  @ApiProperty({ description: 'How many.' })
  readonly ended!: number;
}

/** What an owner is shown of a session: nothing of its token. */
export function accountSessionOf(session: Session, isCurrent: boolean): AccountSession {
  return {
    id: session.id,
    device: deviceOf(session.userAgent) ?? 'Unknown device',
    place: placeOf(session.address),
    address: session.address === null ? null : plainAddress(session.address),
    createdAt: session.createdAt.toISOString(),
    lastUsedAt: session.lastUsedAt.toISOString(),
    isCurrent,
  };
}
