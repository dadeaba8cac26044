import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { FIRST, SECOND } from '../../domain/account/anonymous-username.js';
import { seen } from '../../shared/visible-text.js';
import { decomposed, skeleton } from '../texts/look-alikes.js';
import { Account } from '../../domain/account/account.js';
import { withheldParts } from '../../domain/account/withholding.js';
import { Username } from '../../domain/account/username.js';
import { Rejected } from '../../kernel/aggregate.js';
import { Clock } from '../../kernel/clock.js';
import { States } from '../../kernel/states.js';
import { ServerSecret } from '../../infrastructure/sessions/server-secret.js';
import { InvalidRequestException } from '../http/validation.js';

const FIRST_WORDS = FIRST.map(skeleton);
const SECOND_WORDS = new Set(SECOND.map(skeleton));
/** Any two capitalized words and four digits: the shape of an anonymous username. */
const LIKE_A_USERNAME = /^\p{Lu}\p{Ll}+[^\p{L}\p{N}]*\p{Lu}\p{Ll}+[^\p{L}\p{N}]*\d{4}$/u;

const BRAND = skeleton('footnote');
/** Words reserved for the people who run the site, alone or inside a longer name. */
const TITLES = new Set(['admin', 'admins', 'administrator', 'moderator'].map(skeleton));
const ROLES = `footnote admin administrator moderator mod support staff official team system security help desk`;
const ONLY_ROLES = new RegExp(`^(?:the)?(?:(?:${ROLES.split(' ').map(skeleton).join('|')})s?)+$`);

/**
 * Tells whom a chosen name imitates: a `person` with an anonymous username other than the user's own, or the
 * `service` and its staff. Null otherwise. Ignores case, spaces, punctuation, look-alike letters and
 * what is invisible.
 */
export function impersonatedBy(chosen: string, ownUsername: string): 'person' | 'service' | null {
  const name = seen(chosen);
  if (skeleton(name) === skeleton(ownUsername)) return null;
  if (isLikeService(name)) return 'service';
  return isLikeUsername(name) ? 'person' : null;
}

function isLikeUsername(name: string): boolean {
  if (LIKE_A_USERNAME.test(decomposed(name))) return true;
  const letters = Array.from(decomposed(name).replace(/[^\p{L}\p{N}|!]/gu, ''));
  const digits = letters.splice(-4);
  if (!digits.every((digit) => /[\dlo]/.test(digit) || /^[lo]$/.test(skeleton(digit)))) return false;
  const words = skeleton(letters.join(''));
  return FIRST_WORDS.some((first) => words.startsWith(first) && SECOND_WORDS.has(words.slice(first.length)));
}

function isLikeService(name: string): boolean {
  const words = decomposed(name)
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .split(/[^\p{L}\p{N}@$|!€]+/u)
    .map((word) => skeleton(word.replace(/\d+$/, '')));
  const whole = skeleton(words.join(''));
  return whole.includes(BRAND) || ONLY_ROLES.test(whole) || words.some((word) => TITLES.has(word));
}

/** A name that was claimed from the account that has it withheld. */
interface Borrowed {
  readonly usernameHash: string;
  readonly holder: string;
}

/** Ensures that no two people choose display names that look alike. */
@Injectable()
export class DisplayNames {
  constructor(
    private readonly commands: CommandBus,
    private readonly states: States,
    private readonly clock: Clock,
    private readonly secret: ServerSecret,
  ) {}

  /** The display name of an account, withheld or not, also while views are behind. */
  async chosenBy(accountId: string): Promise<string | null> {
    return (await this.states.of(Account, accountId)).profile.displayUsername;
  }

  /**
   * Claims a name for an account (null for none), runs `change`, which gives the account that name, and releases its
   * former name. Nobody sees a withheld name, so another person may have it, who takes it once `change` succeeded: then an
   * undoing of the withholding shows nobody else's name. If the server stops in between, a repetition completes the
   * change; a claim that was left behind keeps others from the name for an hour.
   * @throws InvalidRequestException if the name looks like that of another person; then `change` has not run
   */
  async rename<Result>(
    accountId: string,
    name: string | null,
    change: () => Promise<Result>,
  ): Promise<Result> {
    const former = await this.claimsOf(accountId);
    const hashes = name === null ? [] : this.hashesOf(name);
    const withheld: Borrowed[] = [];
    let result: Result;
    try {
      for (const usernameHash of hashes) {
        const holder = await this.claim(usernameHash, accountId);
        if (holder !== null) withheld.push({ usernameHash, holder });
      }
      result = await change();
    } catch (error) {
      for (const borrowed of withheld) await this.giveBack(borrowed, accountId);
      throw error;
    }
    for (const accountIdOf of new Set(withheld.map(({ holder }) => holder))) {
      await this.commands.execute(Account.TakeWithheldName({ accountId: accountIdOf }));
    }
    for (const claim of former) {
      if (!hashes.includes(claim.usernameHash)) await this.commands.execute(Username.ReleaseUsername(claim));
    }
    return result;
  }

  /**
   * The keyed hashes of how a display name looks at a glance: names that look alike share one. They name the streams
   * of the name, so a change must claim all names again.
   */
  private hashesOf(name: string): readonly string[] {
    return Array.from(looksOf(name), (look) => this.secret.hmac('display-name', look).toString('hex'));
  }

  /** Returns the account whose withheld name it was; null for a name that nobody has. */
  private async claim(usernameHash: string, accountId: string): Promise<string | null> {
    const { accountId: holder } = await this.states.of(Username, usernameHash);
    const now = this.clock.now().toISOString();
    const unusedBy = holder === null || holder === accountId ? null : await this.unused(usernameHash, holder);
    try {
      await this.commands.execute(Username.ClaimDisplayName({ usernameHash, accountId, unusedBy, now }));
    } catch (error) {
      if (!(error instanceof Rejected)) throw error;
      throw new InvalidRequestException({ displayUsername: [error.message] });
    }
    return unusedBy?.isWithheld ? holder : null;
  }

  private async giveBack({ usernameHash, holder }: Borrowed, accountId: string): Promise<void> {
    const { claimedAt } = await this.states.of(Username, usernameHash);
    if (claimedAt === null) return;
    await this.commands.execute(Username.ReleaseUsername({ usernameHash, accountId, claimedAt }));
    await this.commands.execute(Username.ClaimUsername({ usernameHash, accountId: holder }));
  }

  /** The account that a name belongs to, if others do not see the name in its profile. */
  private async unused(usernameHash: string, accountId: string) {
    const account = await this.states.of(Account, accountId);
    const { displayUsername: name } = account.profile;
    const isItsName = !account.deleted && name !== null && this.hashesOf(name).includes(usernameHash);
    const isWithheld = isItsName && 'name' in withheldParts(account);
    return isItsName && !isWithheld ? null : { accountId, isDeleted: account.deleted, isWithheld };
  }

  /** What the account claimed for the name that its profile shows. */
  private async claimsOf(accountId: string) {
    const name = await this.chosenBy(accountId);
    const claims = [];
    for (const usernameHash of name === null ? [] : this.hashesOf(name)) {
      const { accountId: holder, claimedAt } = await this.states.of(Username, usernameHash);
      if (holder === accountId && claimedAt !== null) claims.push({ usernameHash, accountId, claimedAt });
    }
    return claims;
  }
}

/** Whether two texts look alike at a glance. */
export function looksLike(one: string, other: string): boolean {
  const looks = looksOf(other);
  return [...looksOf(one)].some((look) => looks.has(look));
}

function looksOf(name: string): ReadonlySet<string> {
  // Names were claimed with joiners and selectors once. The same mark twice looks like one.
  return new Set([name, seen(name).replace(/(\p{M})\1+/gu, '$1')].map(lookOf));
}

function lookOf(name: string): string {
  // At the end of a word an exclamation mark is not an l. Names of symbols only, such as emoji, have no skeleton.
  return skeleton(name.replace(/!+(?=\s|$)/g, '')) || name.normalize('NFKC').replace(/[\s\uFE0F]+/gu, '');
}
