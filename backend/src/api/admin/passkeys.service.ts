import { BadRequestException, Injectable, UnauthorizedException } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { Admin } from '../../domain/admin/admin.js';
import type { Passkey } from '../../domain/admin/admin-state.js';
import type { Proof } from '../../domain/admin/proof.js';
import { Rejected } from '../../kernel/aggregate.js';
import { actAs } from '../../kernel/causation.js';
import { Ids } from '../../kernel/clock.js';
import type { ProvenAdmin } from '../http/admin-sessions.js';
import { AdminPolicy, type AdminUser, Admins } from '../http/admins.js';
import { CHALLENGE_LIFE_MS, type RelyingParty } from './passkey-challenges.js';

/** Its 250 modules are loaded for the first passkey, not at the start of the server. */
const loadWebAuthn = () => import('@simplewebauthn/server');

/** Ed25519, ECDSA with P-256, RSA: what every supported Node can check. */
const ALGORITHMS = [-8, -7, -257];
const TRANSPORTS: readonly AuthenticatorTransport[] = ['ble', 'hybrid', 'internal', 'nfc', 'usb'];

/** The answer of an authenticator, and what it has to fit to. */
interface Answered<Response> {
  readonly response: Response;
  /** The challenge that it has to sign, in Base64url. */
  readonly challenge: string;
  readonly party: RelyingParty;
}

/** A passkey that may be used: its fields can be decrypted. */
type UsablePasskey = Passkey & { readonly credentialId: string; readonly publicKey: string };

@Injectable()
export class Passkeys {
  constructor(
    private readonly commands: CommandBus,
    private readonly admins: Admins,
    private readonly policy: AdminPolicy,
    private readonly ids: Ids,
  ) {}

  /** The passkeys of an admin, oldest first. */
  async of(adminId: string): Promise<readonly Passkey[]> {
    return (await this.admins.serving(adminId))?.passkeys ?? [];
  }

  /**
   * What a browser needs to create a passkey. It has to verify the person, by fingerprint, face or PIN, and the authenticator
   * has to remember the login, so that nobody types a username to sign in.
   */
  async creation(
    { id, username }: AdminUser,
    challenge: string,
    party: RelyingParty,
  ): Promise<PublicKeyCredentialCreationOptionsJSON> {
    const existing = (await this.of(id)).filter(isUsable);
    const { generateRegistrationOptions } = await loadWebAuthn();
    return generateRegistrationOptions({
      rpName: 'Footnote',
      rpID: party.id,
      // A keyed hash: it tells authenticators nothing about the person.
      userID: new Uint8Array(Buffer.from(id, 'hex')),
      userName: username,
      challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
      timeout: CHALLENGE_LIFE_MS,
      attestationType: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: existing.map(({ credentialId, transports }) => ({
        id: credentialId,
        transports: known(transports),
      })),
      supportedAlgorithmIDs: ALGORITHMS,
    });
  }

  /** Adds a passkey that was created for the challenge. @throws BadRequestException if it was not */
  async add(
    adminId: string,
    { name, proof }: { readonly name: string; readonly proof: Proof },
    { response, challenge, party }: Answered<RegistrationResponseJSON>,
  ): Promise<void> {
    const { verifyRegistrationResponse } = await loadWebAuthn();
    const checked = await verifyRegistrationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
      // The library throws for whatever is wrong with what the browser sent.
    }).catch(() => null);
    if (!checked?.verified) throw new BadRequestException('This passkey could not be added.');
    const { id, publicKey, counter, transports } = checked.registrationInfo.credential;
    await this.commands.execute(
      Admin.AddPasskey({
        adminId,
        passkeyId: this.ids.uuid(),
        name,
        credentialId: id,
        publicKey: Buffer.from(publicKey).toString('base64url'),
        transports: known(transports),
        counter,
        proof,
      }),
    );
  }

  /** Removes a passkey; does nothing if the admin does not have it. */
  async remove(adminId: string, passkeyId: string, proof: Proof): Promise<void> {
    const isRequired = this.policy.requiresTotp;
    await this.commands.execute(Admin.RemovePasskey({ adminId, passkeyId, proof, isRequired }));
  }

  /** What a browser needs to sign in. It names no passkeys: it is the same for everybody. */
  async request(challenge: string, party: RelyingParty): Promise<PublicKeyCredentialRequestOptionsJSON> {
    const { generateAuthenticationOptions } = await loadWebAuthn();
    return generateAuthenticationOptions({
      rpID: party.id,
      challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
      timeout: CHALLENGE_LIFE_MS,
      userVerification: 'required',
    });
  }

  /**
   * Signs the admin in whose passkey signed the challenge, after it verified the person: those are two factors.
   * @throws UnauthorizedException with one message for all that can be wrong
   */
  async signIn({ response, challenge, party }: Answered<AuthenticationResponseJSON>): Promise<ProvenAdmin> {
    const adminId = adminIdIn(response);
    const admin = adminId === null ? null : await this.admins.serving(adminId);
    const passkey = admin?.passkeys.filter(isUsable).find(({ credentialId }) => credentialId === response.id);
    if (adminId === null || !admin || !passkey) throw invalidPasskey();
    const { verifyAuthenticationResponse } = await loadWebAuthn();
    const checked = await verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
        counter: passkey.counter,
      },
      // As above. A counter that went back is one of these: the passkey may have been copied.
    }).catch(() => null);
    if (!checked?.verified) throw invalidPasskey();
    const counter = checked.authenticationInfo.newCounter;
    await actAs(await this.admins.actor(adminId), () =>
      this.commands.execute(Admin.SignInWithPasskey({ adminId, passkeyId: passkey.passkeyId, counter })),
    ).catch((error: unknown) => {
      throw error instanceof Rejected ? invalidPasskey() : error;
    });
    const user = await this.admins.user(adminId);
    if (!user || user.isDismissed) throw invalidPasskey();
    const factor = { kind: 'passkey', passkeyId: passkey.passkeyId } as const;
    return { admin: user, proof: { factor, changes: admin.changes } };
  }
}

/** The admin whom the authenticator remembers, as the browser says. The signature shows whether that is right. */
function adminIdIn({ response }: AuthenticationResponseJSON): string | null {
  const handle: unknown = response?.userHandle;
  return typeof handle === 'string' ? Buffer.from(handle, 'base64url').toString('hex') : null;
}

function isUsable(passkey: Passkey): passkey is UsablePasskey {
  return passkey.credentialId !== null && passkey.publicKey !== null;
}

/** Those that we know. Browsers may send anything. */
function known(transports: unknown): AuthenticatorTransport[] {
  return Array.isArray(transports) ? TRANSPORTS.filter((one) => transports.includes(one)) : [];
}

function invalidPasskey(): UnauthorizedException {
  return new UnauthorizedException('This passkey is not valid here.');
}
