import { type KeyObject, generateKeyPairSync, hash, randomBytes, sign } from 'node:crypto';
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { isoCBOR } from '@simplewebauthn/server/helpers';

const PRESENT = 0x01;
const VERIFIED = 0x04;
const WITH_KEY = 0x40;

interface Credential {
  readonly id: string;
  readonly privateKey: KeyObject;
  readonly rpId: string;
  /** In Base64url. */
  readonly user: string;
}

/** What an honest browser and authenticator would not do. */
export interface Lie {
  readonly origin?: string;
  readonly challenge?: string;
  readonly rpId?: string;
  /** Whether the authenticator verified the person. */
  readonly isVerified?: boolean;
  readonly userHandle?: string;
  readonly type?: string;
}

/** A browser's page at `origin` with an authenticator that keeps passkeys (WebAuthn level 2, ES256). */
export class Authenticator {
  private credential: Credential | null = null;

  /** @param counter the signatures so far; 0 for an authenticator that does not count them */
  constructor(
    private readonly origin: string,
    public counter = 0,
  ) {}

  /** Creates a passkey, which replaces the one that it has. */
  create(
    { challenge, rp, user }: PublicKeyCredentialCreationOptionsJSON,
    lie: Lie = {},
  ): RegistrationResponseJSON {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const id = randomBytes(32);
    const rpId = rp.id ?? '';
    this.credential = { id: id.toString('base64url'), privateKey, rpId, user: user.id };
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    const cose = isoCBOR.encode(
      new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
        [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
      ]),
    );
    const length = Buffer.from([0, id.length]);
    const key = Buffer.concat([Buffer.alloc(16), length, id, cose]);
    const authData = Buffer.concat([this.data(lie.rpId ?? rpId, WITH_KEY, lie), key]);
    const attestation = isoCBOR.encode(
      new Map<string, string | Uint8Array | Map<string, string>>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(authData)],
      ]),
    );
    return {
      id: this.credential.id,
      rawId: this.credential.id,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: this.clientData('webauthn.create', challenge, lie).toString('base64url'),
        attestationObject: Buffer.from(attestation).toString('base64url'),
        transports: ['internal', 'made up'],
      },
    };
  }

  /** Signs with its passkey. @throws Error if it has none */
  get(
    { challenge }: Pick<PublicKeyCredentialRequestOptionsJSON, 'challenge'>,
    lie: Lie = {},
  ): AuthenticationResponseJSON {
    if (!this.credential) throw new Error('the authenticator has no passkey');
    const { id, privateKey, rpId, user } = this.credential;
    if (this.counter > 0) this.counter += 1;
    const authData = this.data(lie.rpId ?? rpId, 0, lie);
    const clientData = this.clientData('webauthn.get', challenge, lie);
    const signed = Buffer.concat([authData, hash('sha256', clientData, 'buffer')]);
    return {
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: sign('sha256', signed, privateKey).toString('base64url'),
        userHandle: lie.userHandle ?? user,
      },
    };
  }

  private data(rpId: string, flags: number, { isVerified = true }: Lie): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    const all = flags | PRESENT | (isVerified ? VERIFIED : 0);
    return Buffer.concat([hash('sha256', rpId, 'buffer'), Buffer.from([all]), counter]);
  }

  private clientData(type: string, challenge: string, lie: Lie): Buffer {
    const content = {
      type: lie.type ?? type,
      challenge: lie.challenge ?? challenge,
      origin: lie.origin ?? this.origin,
      crossOrigin: false,
    };
    return Buffer.from(JSON.stringify(content));
  }
}
