import {
  type ExecutionContext,
  Inject,
  Injectable,
  type PipeTransform,
  createParamDecorator,
} from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { ServerSecret } from '../../infrastructure/sessions/server-secret.js';
import { networkOf } from '../http/network.js';
import type { Uploader } from './photo-gate.js';

interface Caller {
  readonly accountId: string | null;
  readonly network: string;
}

const CurrentCaller = createParamDecorator((_: unknown, context: ExecutionContext): Caller => {
  const request = context.switchToHttp().getRequest<FastifyRequest>();
  return { accountId: request.account?.id ?? null, network: networkOf(request.ip) };
});

/** Turns a caller into what refusals are counted by. Addresses are kept as keyed hashes only. */
@Injectable()
export class UploaderPipe implements PipeTransform<Caller, Uploader> {
  constructor(@Inject(ServerSecret) private readonly secret: ServerSecret) {}

  transform({ accountId, network }: Caller): Uploader {
    const address = `address:${this.secret.hmac('uploader address', network).toString('hex').slice(0, 32)}`;
    return { key: accountId ? `account:${accountId}` : address, address };
  }
}

/** Who uploads. */
export const CurrentUploader = () => CurrentCaller(UploaderPipe);
