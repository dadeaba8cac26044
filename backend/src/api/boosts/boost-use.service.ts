import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import {
  type BoostType,
  type RankChange,
  boostOfPost,
  unclaimedIn,
} from '../../domain/boosts/boost-facts.js';
import { Boosts } from '../../domain/boosts/boosts.js';
import { Clock } from '../../kernel/clock.js';
import { States } from '../../kernel/states.js';
import { RankReader } from '../../projections/weekly/rank.reader.js';
import { Facts } from '../community/facts.service.js';

@Injectable()
export class BoostUse {
  constructor(
    private readonly commands: CommandBus,
    private readonly facts: Facts,
    private readonly states: States,
    private readonly ranks: RankReader,
    private readonly clock: Clock,
  ) {}

  /**
   * Applies an unused boost of the person to their post: the one with this id, or the oldest.
   * @throws NotFoundException, Rejected if the post can't be boosted, or there is no unused boost
   */
  async apply(userId: string, postId: string, chosen: string | null): Promise<BoostType> {
    const post = await this.facts.post(postId, userId);
    const time = this.clock.now();
    const now = time.toISOString();
    const rank = await this.rankWith(chosen, userId, postId, time);
    const command = Boosts.ApplyBoost({ userId, boostId: chosen, post, rank, now });
    await this.commands.execute(command);
    const wallet = await this.states.of(Boosts, userId);
    const boostId = boostOfPost(wallet, postId, now);
    const applied = boostId === null ? undefined : wallet.boosts[boostId];
    if (!applied) throw new Error(`the boost of ${postId} was applied and is not there`);
    return applied.boostType;
  }

  /** The rank of the post now, and with this boost, or else the oldest. */
  private async rankWith(
    chosen: string | null,
    userId: string,
    postId: string,
    now: Date,
  ): Promise<RankChange> {
    const { boosts: known } = await this.states.of(Boosts, userId);
    const used = unclaimedIn({ boosts: known }, chosen);
    return used ? this.ranks.rankChange(postId, used.boostType, now) : { before: null, after: null };
  }
}
