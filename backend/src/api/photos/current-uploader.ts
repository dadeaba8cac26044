import {
  type ExecutionContext,
  Inject,
  Injectable,
  type PipeTransform,
  createParamDecorator,
} from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { BLOCK_WINDOW_MS } from '../../domain/photo/uploader.js';
import { NetworkHashes } from '../../infrastructure/key-ring/network-hashes.port.js';
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

/**
 * Turns a caller into what refusals are counted by. Addresses are kept as keyed hashes only, and the keys are destroyed:
 * an address has another name each day.
 */
@Injectable()
export class UploaderPipe implements PipeTransform<Caller, Promise<Uploader>> {
  constructor(
    @Inject(NetworkHashes) private readonly networks: NetworkHashes,
    @Inject(ServerSecret) private readonly secret: ServerSecret,
  ) {}

  async transform({ accountId, network }: Caller): Promise<Uploader> {
    const [today, ...before] = await this.networks.hashesOf(network, BLOCK_WINDOW_MS);
    const address = `address:${today}`;
    return {
      key: accountId ? `account:${accountId}` : address,
      address,
      formerAddresses: [...before, this.hashByOlderPrograms(network)].map((hash) => `address:${hash}`),
    };
  }

  /** By a key that stays: a block that an older program began holds after an upgrade, too. Nothing is written under it. */
  private hashByOlderPrograms(network: string): string {
    return this.secret.hmac('uploader address', network).toString('hex').slice(0, 32);
  }
}

/** Who uploads. */
export const CurrentUploader = () => CurrentCaller(UploaderPipe);
