import { Injectable } from '@nestjs/common';
import { BreachedPasswords } from '../../infrastructure/breached-passwords/breached-passwords.port.js';
import { InvalidRequestException } from '../http/validation.js';
import { Passwords } from './passwords.js';
import { type KnownAs, ownWeakness, weakness } from './weak-passwords.js';

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
