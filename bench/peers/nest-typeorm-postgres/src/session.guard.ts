import { createHash } from 'node:crypto';
import {
  type CanActivate,
  type ExecutionContext,
  ForbiddenException,
  Injectable,
  UnauthorizedException,
  createParamDecorator,
} from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { FastifyRequest } from 'fastify';
import { Repository } from 'typeorm';
import { Session, type User } from './entities.js';

type SignedInRequest = FastifyRequest & { user?: User };

/** Admits people who are signed in, have a verified address and are not suspended. */
@Injectable()
export class SessionGuard implements CanActivate {
  constructor(@InjectRepository(Session) private readonly sessions: Repository<Session>) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<SignedInRequest>();
    const user = await this.userOf(request.cookies['session']);
    if (!user) throw new UnauthorizedException('Please log in to continue.');
    if (user.suspensionReason) throw new ForbiddenException('Your account is suspended.');
    if (!user.emailVerified) throw new ForbiddenException('Please verify your email address first.');
    request.user = user;
    return true;
  }

  private async userOf(token: string | undefined): Promise<User | null> {
    if (!token) return null;
    const tokenHash = createHash('sha256').update(token).digest('hex');
    const session = await this.sessions
      .createQueryBuilder('session')
      .innerJoinAndSelect('session.user', 'user')
      .where('session.tokenHash = :tokenHash AND session.expiresAt > now()', { tokenHash })
      .getOne();
    return session?.user ?? null;
  }
}

/** The user who sent the request. Requires {@link SessionGuard}. */
export const CurrentUser = createParamDecorator(
  (_: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<SignedInRequest>().user,
);
