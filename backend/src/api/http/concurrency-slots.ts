/** Accounts are free to create, so people are those with a verified email, and admins. */
export type Group = 'people' | 'unverified' | 'visitors';

/** Who takes a place. */
export interface Sender {
  readonly group: Group;
  /** A person, or the network of others. */
  readonly caller: string;
  /** The same person, or the site of others: who has one has many networks. */
  readonly site: string;
}

export interface SlotLimits {
  /** How many places a group may take; of these, people may take all that there are. */
  readonly most: Readonly<Record<Group, number>>;
  readonly ofCaller: number;
  readonly ofSite: number;
}

interface Place {
  readonly sender: Sender;
  /** Ends what is in progress; null if it cannot be ended. */
  readonly cut: (() => void) | null;
}

/**
 * Gives places to what is in progress on this server. When all are taken, a person gets the place of a stranger. Others
 * get one only from a site that has at least two more: so no place changes hands for nothing. In both cases it is the
 * oldest of the site that has most.
 */
export class ConcurrencySlots {
  /** The oldest first. */
  private readonly taken = new Set<Place>();

  constructor(private readonly limits: SlotLimits) {}

  /** Why a sender gets no place now: there are too many of theirs, or of others. Null if they get one. */
  refusalFor(sender: Sender): 'own' | 'others' | null {
    const { ofCaller, ofSite } = this.limits;
    if (this.countOf('caller', sender) >= ofCaller || this.countOf('site', sender) >= ofSite) return 'own';
    return this.isFullFor(sender.group) && !this.victimFor(sender) ? 'others' : null;
  }

  /** Takes a place for a sender who is not refused. Returns what gives it back. */
  take(sender: Sender, cut: (() => void) | null): () => void {
    const victim = this.isFullFor(sender.group) ? this.victimFor(sender) : null;
    const place = { sender, cut };
    this.taken.add(place);
    if (victim) {
      this.taken.delete(victim);
      victim.cut?.();
    }
    return () => {
      this.taken.delete(place);
    };
  }

  private isFullFor(group: Group): boolean {
    return this.taken.size >= this.limits.most.people || this.isAtMost(group);
  }

  private isAtMost(group: Group): boolean {
    return this.countOf('group', { group }) >= this.limits.most[group];
  }

  private victimFor(sender: Sender): Place | null {
    const { group } = sender;
    const held = [...this.taken].filter(({ cut }) => cut !== null);
    const strangers = held.filter((place) => place.sender.group !== 'people');
    const stranger = oldestOfFullest(strangers, ({ sender: { site } }) => site);
    if (group === 'people' && stranger) return stranger;
    const isOfOwn = group === 'people' || this.isAtMost(group);
    const equals = isOfOwn ? held.filter((place) => place.sender.group === group) : strangers;
    const equal = oldestOfFullest(equals, ({ sender: { site } }) => site);
    const isFairer = equal && this.countOf('site', equal.sender) >= this.countOf('site', sender) + 2;
    return isFairer ? equal : null;
  }

  private countOf<Part extends keyof Sender>(part: Part, { [part]: value }: Pick<Sender, Part>): number {
    let count = 0;
    for (const { sender } of this.taken) if (sender[part] === value) count += 1;
    return count;
  }
}

/** The first of the entries of the site that has most of them. */
export function oldestOfFullest<Entry>(
  entries: readonly Entry[],
  siteOf: (entry: Entry) => string,
): Entry | null {
  const counts = new Map<string, number>();
  for (const entry of entries) counts.set(siteOf(entry), (counts.get(siteOf(entry)) ?? 0) + 1);
  const most = Math.max(...counts.values());
  return entries.find((entry) => counts.get(siteOf(entry)) === most) ?? null;
}
