import { Injectable, type OnModuleInit } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import { Ids } from '../../kernel/clock.js';
import { BreachedPasswords } from '../../infrastructure/breached-passwords/breached-passwords.port.js';
import { InvalidRequestException } from '../http/validation.js';
import { type KnownAs, ownWeakness, weakness } from './weak-passwords.js';

/** What a hash costs. Tests, which hash thousands of passwords, use less. */
export abstract class PasswordCost {
  /** In KiB. */
  abstract readonly memoryCost: number;
  /** The number of passes. */
  abstract readonly timeCost: number;
  /** The number of lanes. */
  abstract readonly parallelism: number;
}

/** 19 MiB, two passes, one lane: the OWASP recommendation for Argon2id, the library's default variant. */
export const USUAL_COST: PasswordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The forms of a password that a hash may be made of: NFC for new ones. Older ones were made of what was typed. */
const formsOf = (password: string) => [
  password.normalize('NFC'),
  password,
  // What most systems type that do not type NFC.
  password.normalize('NFD'),
];

/**
 * Hashes passwords, and checks them in a time that depends neither on the account nor on the password. Spellings that
 * are canonically equivalent are one password; blanks, widths and everything else count.
 */
@Injectable()
export class Passwords implements OnModuleInit {
  private dummyHash: string | null = null;

  constructor(
    private readonly ids: Ids,
    private readonly cost: PasswordCost,
  ) {}

  async onModuleInit(): Promise<void> {
    this.dummyHash = await this.hash(this.ids.secret(32));
  }

  /** The Argon2id hash of a password, in PHC notation. */
  async hash(password: string): Promise<string> {
    return hash(password.normalize('NFC'), { ...this.cost });
  }

  /**
   * Whether a password matches a hash, which may be an older one. Without a hash it takes the same time and returns false.
   * All forms are always tried, also equal ones: fewer tries would tell which hash is new, or what was typed.
   */
  async fits(password: string, passwordHash: string | null): Promise<boolean> {
    const against = passwordHash ?? this.dummyHash;
    if (against === null) throw new Error('passwords were used before the module was initialised');
    const tries = await Promise.all(formsOf(password).map((form) => this.isMadeOf(against, form)));
    return tries.includes(true) && passwordHash !== null;
  }

  /**
   * Renews the hash of a password that fits it, if it is not made of NFC. `replace` stores the new one, unless the
   * password was changed meanwhile, and returns the one that counts then.
   * @returns the hash that counts now, or `passwordHash` if the password does not fit that one
   */
  async renew(
    password: string,
    passwordHash: string,
    replace: (renewed: string) => Promise<string | null>,
  ): Promise<string> {
    const [composed = '', ...others] = formsOf(password);
    const isNew = others.every((form) => form === composed) || (await this.isMadeOf(passwordHash, composed));
    if (isNew) return passwordHash;
    const current = await replace(await this.hash(password));
    // Another sign-in with this password may have renewed it first.
    return current !== null && (await this.fits(password, current)) ? current : passwordHash;
  }

  protected isMadeOf(passwordHash: string, form: string): Promise<boolean> {
    return verify(passwordHash, form);
  }
}

/** The one way in which members, admins and operators set passwords. */
@Injectable()
export class NewPasswords {
  constructor(
    private readonly passwords: Passwords,
    private readonly breached: BreachedPasswords,
  ) {}

  /** The hash of a new password. @throws InvalidRequestException with the error at this field if it is easy to guess */
  async hash(field: string, typed: string, known: KnownAs): Promise<string> {
    const password = typed.normalize('NFC');
    const problem = weakness(password) ?? ownWeakness(password, known) ?? (await this.breach(password));
    if (problem !== null) throw new InvalidRequestException({ [field]: [problem] });
    return this.passwords.hash(password);
  }

  private async breach(password: string): Promise<string | null> {
    const isBreached = await this.breached.has(password);
    return isBreached ? 'This password is known from a data breach. Please choose another one' : null;
  }
}

interface RegisteredPerson {
  readonly registered: { readonly email: string; readonly username: string };
  readonly profile: { readonly displayUsername: string | null };
}

export function knownAs({ registered: { email, username }, profile }: RegisteredPerson): KnownAs {
  return { email, names: [username, profile.displayUsername] };
}
