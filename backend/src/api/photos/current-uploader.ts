import {
  type ExecutionContext,
  Inject,
  Injectable,
  type PipeTransform,
  createParamDecorator,
} from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { ServerSecret } from '../../infrastructure/sessions/server-secret.js';
import type { Uploader } from './photo-gate.js';

interface Caller {
  readonly accountId: string | null;
  readonly address: string;
}

const CurrentCaller = createParamDecorator((_: unknown, context: ExecutionContext): Caller => {
  const request = context.switchToHttp().getRequest<FastifyRequest>();
  return { accountId: request.account?.id ?? null, address: request.ip };
});

/** Turns a caller into what refusals are counted by. Addresses are kept as keyed hashes only. */
@Injectable()
export class UploaderPipe implements PipeTransform<Caller, Uploader> {
  constructor(@Inject(ServerSecret) private readonly secret: ServerSecret) {}

  transform({ accountId, address }: Caller): Uploader {
    const byAddress = `address:${this.secret.hmac('uploader address', address).toString('hex').slice(0, 32)}`;
    const key = accountId ? `account:${accountId}` : byAddress;
    return { key, keys: [...new Set([key, byAddress])] };
  }
}

/** Who uploads. */
export const CurrentUploader = () => CurrentCaller(UploaderPipe);
