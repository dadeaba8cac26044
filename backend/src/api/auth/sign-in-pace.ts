import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Clock } from '../../kernel/clock.js';
import { Timer } from '../../kernel/timer.js';
import { LimitStore } from '../../infrastructure/limits/limit-store.port.js';
import { ServerSecret } from '../../infrastructure/sessions/server-secret.js';
import { DeviceCookie } from '../http/device-cookie.js';
import { LimitSwitch } from '../http/limits.guard.js';
import { siteOf } from '../http/network.js';
import { note } from '../http/security-notes.js';
import type { SignInName } from '../http/sign-in-name.js';
import { tooManyTries } from '../http/too-many-tries.js';
import { Turns } from './turns.js';

const HOUR_MS = 60 * 60 * 1000;
const SECOND_MS = 1000;

/** How many tries within an hour have which pause after each. Further tries have the longest pause. */
const PAUSES = [
  { most: 10, milliseconds: 0 },
  { most: 20, milliseconds: 2 * SECOND_MS },
  { most: 60, milliseconds: 5 * SECOND_MS },
] as const;

const LONGEST_MS = 15 * SECOND_MS;

const ADVICE = {
  email:
    'Or use a browser in which you have signed in before, or reset your password by mail: then you need not wait.',
  username: 'Or use a browser in which you have signed in before: then you need not wait.',
} as const;

/**
 * Slows down sign-ins with one email or username, from any network: beyond a few in an hour they are let through one at a
 * time, with growing pauses, at most 330 in any hour. A browser that has signed in with it before is not slowed down, so
 * wrong passwords from elsewhere cannot keep the owner out. Works the same for names without a login.
 */
@Injectable()
export class SignInPace implements OnModuleDestroy {
  private readonly turns: Turns;

  constructor(
    private readonly limits: LimitSwitch,
    private readonly store: LimitStore,
    private readonly secret: ServerSecret,
    private readonly clock: Clock,
    private readonly devices: DeviceCookie,
    timer: Timer,
  ) {
    this.turns = new Turns(timer);
  }

  onModuleDestroy(): void {
    this.turns.close();
  }

  /**
   * Resolves when the password may be checked.
   * @throws HttpException (429) if too many wait
   */
  async wait(request: FastifyRequest, reply: FastifyReply, name: SignInName): Promise<void> {
    if (!this.limits.isOn || this.devices.idFor(request, name) !== null) return;
    const { kind, value } = name;
    const purpose = kind === 'email' ? 'sign-in pace' : 'admin-sign-in pace';
    const subject = this.secret.hmac(purpose, value).toString('hex');
    const milliseconds = await this.pauseAfter(subject);
    if (milliseconds === 0) return;
    note(request, { slowed: true });
    if (await this.turns.take(subject, siteOf(request.ip), milliseconds)) return;
    note(request, { limit: 'sign-in pace' });
    throw tooManyTries(reply, milliseconds, ADVICE[kind]);
  }

  private async pauseAfter(subject: string): Promise<number> {
    const now = this.clock.now();
    for (const { most, milliseconds } of PAUSES) {
      const quota = { key: `${subject} ${most}`, most, windowMs: HOUR_MS };
      if ((await this.store.take([quota], now)) === null) return milliseconds;
    }
    return LONGEST_MS;
  }
}
