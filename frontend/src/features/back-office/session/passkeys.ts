import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  type RegistrationResponseJSON,
  startAuthentication,
  startRegistration,
  WebAuthnError,
} from '@simplewebauthn/browser';
import { messageOf } from '../../../api/api-error.ts';
import { api, bodyOf } from '../../../api/client.ts';

const IP_ADDRESS = /^(?:\d+(?:\.\d+){3}|\[.*\])$/;
const THIS_MACHINE = /^(?:127\.\d+\.\d+\.\d+|\[::1\])$/;

/** Why this page cannot use passkeys; null if it can. Browsers bind them to a name, never to an IP address. */
export function passkeyObstacle(): string | null {
  const { hostname, origin } = window.location;
  if (THIS_MACHINE.test(hostname)) {
    return `Passkeys need an address with a name. Open ${origin.replace(hostname, 'localhost')} instead.`;
  }
  if (IP_ADDRESS.test(hostname)) {
    return 'Passkeys need an address with a name, and this page was opened at an IP address.';
  }
  return browserSupportsWebAuthn() ? null : 'This browser has no passkeys at this address.';
}

/** Lets the person create a passkey on a device of theirs, for the options that the server offered. */
export function createPasskey(options: object): Promise<RegistrationResponseJSON> {
  return startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON });
}

/** Lets the person choose a passkey; returns what it answers to a challenge of the server. */
export async function answerOfPasskey() {
  const { options } = await bodyOf(api.POST('/api/rtm-sys/login/passkey/offer'));
  const optionsJSON = options as object as PublicKeyCredentialRequestOptionsJSON;
  return { response: { ...(await startAuthentication({ optionsJSON })) } };
}

export function passkeyProblem(error: unknown): string {
  if (!(error instanceof WebAuthnError)) return messageOf(error, 'Please try again.');
  if (error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED') {
    return 'This device has a passkey for your login already.';
  }
  // Browsers do not say which of these it was.
  return 'The device gave no passkey: it was cancelled, took too long, or the device cannot verify you.';
}
