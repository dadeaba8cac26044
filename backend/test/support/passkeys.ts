import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import type { AdminUser } from '../../src/api/http/admins.js';
import { Authenticator, type Lie } from './authenticator.js';
import type { Desk } from './desk.js';

export const ORIGIN = 'https://footnote.example';
export const LOGIN = '/api/rtm-sys/login/passkey';
export const PASSKEYS = '/api/rtm-sys/passkeys';

export interface OwnPasskey {
  readonly id: string;
  readonly name: string;
  readonly addedAt: string;
  readonly usedAt: string | null;
}

/** For an admin who has just shown who they are. */
export const offer = async (browser: Desk) => {
  const answer = await browser.post<{ options: PublicKeyCredentialCreationOptionsJSON }>(`${PASSKEYS}/offer`);
  expect(answer.status).toBe(200);
  return answer.body.options;
};

/** Adds a passkey to the login of the browser's admin. */
export const add = async (browser: Desk, key = new Authenticator(ORIGIN)) => {
  const response = key.create(await offer(browser));
  const answer = await browser.post<OwnPasskey[]>(PASSKEYS, { name: ' My phone ', response });
  expect(answer.status).toBe(200);
  return { key, passkeys: answer.body };
};

export const challenge = async (browser: Desk) =>
  (await browser.post<{ options: PublicKeyCredentialRequestOptionsJSON }>(`${LOGIN}/offer`)).body.options;

/** Shows with a passkey once more who is signed in. */
export const confirmBy = async (browser: Desk, key: Authenticator) =>
  browser.signInAgain({ response: key.get(await challenge(browser)) });

export const answer = (browser: Desk, response: object) => browser.post<AdminUser>(LOGIN, { response });

export const signIn = async (browser: Desk, key: Authenticator, lie?: Lie) =>
  answer(browser, key.get(await challenge(browser), lie));
