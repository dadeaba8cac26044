import { ConflictException, Injectable, NotFoundException } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { OperatorAction, type Operation } from '../../domain/operator-action/operator-action.js';
import { Ids } from '../../kernel/clock.js';
import { QuarantineRetry } from '../../kernel/log/quarantine-retry.js';
import { Reactor } from '../../kernel/reactions/reactor.js';
import { Projector } from '../../kernel/views/projector.js';
import { TrialRefusedError } from '../../kernel/views/trial-builds.js';

/** How many events a retry handled, and how many are left. */
interface Retried {
  readonly handled: number;
  readonly left: number;
}

/** Does what owners ask about views, reactions and the quarantine. Each time is an event, which is stored first. */
@Injectable()
export class Operations {
  constructor(
    private readonly commands: CommandBus,
    private readonly ids: Ids,
    private readonly projector: Projector,
    private readonly reactor: Reactor,
    private readonly quarantine: QuarantineRetry,
  ) {}

  /** Starts to build a view beside the live one. @throws NotFoundException, ConflictException */
  async rebuild(view: string, reason: string): Promise<void> {
    const state = this.trialOf(view)?.state ?? 'failed';
    if (state !== 'failed')
      throw new ConflictException('This view is being built already, or waits for your decision.');
    await this.record('rebuildView', view, reason);
    await refusing(() => this.projector.trials.begin(view));
  }

  /** Stops the build of a view, or throws it away. @throws NotFoundException, ConflictException */
  async throwAway(view: string, reason: string): Promise<void> {
    if (!this.trialOf(view)) throw new ConflictException('There is no build of this view.');
    await this.record('throwAwayBuild', view, reason);
    await this.projector.trials.discard(view);
  }

  /** Lets queries read the build of a view. @throws NotFoundException, ConflictException */
  async switch(view: string, reason: string): Promise<void> {
    if (this.trialOf(view)?.state !== 'ready')
      throw new ConflictException('There is no complete build of this view.');
    await this.record('switchView', view, reason);
    await refusing(() => this.projector.trials.accept(view));
  }

  /** Lets queries read the generation before. @throws NotFoundException, ConflictException */
  async rollBack(view: string, reason: string): Promise<void> {
    const running = this.projector.views.get(view);
    if (!running) throw notFound();
    if ((await this.projector.trials.previous(running.projection)) === null) {
      throw new ConflictException('There is no generation of this view to roll back to.');
    }
    await this.record('rollBackView', view, reason);
    await refusing(() => this.projector.trials.rollBack(view));
  }

  /** Retries what a reaction could not handle. @throws NotFoundException */
  async retryReaction(reaction: string, reason: string): Promise<Retried> {
    if (!this.reactor.names.includes(reaction)) throw new NotFoundException('There is no such reaction.');
    await this.record('retryReaction', reaction, reason);
    return this.reactor.retry(reaction);
  }

  /** Decodes the events in quarantine again, and rebuilds the views of those that can be decoded now. */
  async retryQuarantine(reason: string): Promise<Retried> {
    await this.record('retryQuarantine', 'all events', reason);
    const { decoded, left } = await this.quarantine.retry();
    return { handled: decoded.length, left };
  }

  private trialOf(view: string) {
    if (!this.projector.views.get(view)) throw notFound();
    return this.projector.trials.of(view);
  }

  /** Records that the admin of this request asks for it. Comes before it is done. */
  async record(operation: Operation, target: string, reason: string): Promise<void> {
    const operationId = this.ids.uuid();
    await this.commands.execute(OperatorAction.RequestOperation({ operationId, operation, target, reason }));
  }
}

function notFound(): NotFoundException {
  return new NotFoundException('There is no such view.');
}

/** @throws ConflictException if things have changed meanwhile */
async function refusing(work: () => Promise<void> | void): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof TrialRefusedError) throw new ConflictException(error.message);
    throw error;
  }
}
