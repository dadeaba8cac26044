import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import { Ids } from '../../kernel/clock.js';

/** 19 MiB, two passes, one lane: the OWASP recommendation for Argon2id, the library's default variant. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashes passwords, and checks them in a time that does not depend on the account. */
@Injectable()
export class Passwords implements OnModuleInit {
  private dummyHash: string | null = null;

  constructor(@Inject(Ids) private readonly ids: Ids) {}

  async onModuleInit(): Promise<void> {
    this.dummyHash = await this.hash(this.ids.secret(32));
  }

  /** The Argon2id hash of a password, in PHC notation. */
  async hash(password: string): Promise<string> {
    return hash(normalise(password), COST);
  }

  /** Whether a password matches a hash. Without a hash it takes the same time and returns false. */
  async fits(password: string, passwordHash: string | null): Promise<boolean> {
    const against = passwordHash ?? this.dummyHash;
    if (against === null) throw new Error('passwords were used before the module was initialised');
    const isRight = await verify(against, normalise(password));
    return isRight && passwordHash !== null;
  }
}

/** Keyboards encode the same letters differently. */
function normalise(password: string): string {
  return password.normalize('NFKC');
}
