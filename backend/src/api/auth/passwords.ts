import { Injectable, type OnModuleInit } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import { Ids } from '../../kernel/clock.js';

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

/** Hashes passwords exactly as they were typed, and checks them in a time that does not depend on the account. */
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
    return hash(password, { ...this.cost });
  }

  /** Whether a password matches a hash. Without a hash it takes the same time and returns false. */
  async fits(password: string, passwordHash: string | null): Promise<boolean> {
    const against = passwordHash ?? this.dummyHash;
    if (against === null) throw new Error('passwords were used before the module was initialised');
    const isRight = await verify(against, password);
    return isRight && passwordHash !== null;
  }
}
