/** People who rate each other high: each of them reaches each other one through high ratings. */
export type Ring = readonly string[];

/** That one person rates another high. */
export interface HighPair {
  readonly from: string;
  readonly to: string;
}

/**
 * The rings among these pairs, each with its members in order of their ids. Each person is in one ring at most. (The
 * strongly connected components with two members or more, by Tarjan's algorithm, without recursion.)
 */
export function ringsAmong(pairs: readonly HighPair[]): readonly Ring[] {
  const next = new Map<string, string[]>();
  for (const { from, to } of pairs) {
    const known = next.get(from);
    if (known) known.push(to);
    else next.set(from, [to]);
  }
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const open: string[] = [];
  const isOpen = new Set<string>();
  const rings: Ring[] = [];

  const enter = (person: string): { person: string; rest: string[] } => {
    index.set(person, index.size);
    low.set(person, index.size - 1);
    open.push(person);
    isOpen.add(person);
    return { person, rest: [...(next.get(person) ?? [])] };
  };
  const lower = (person: string, to: number) => low.set(person, Math.min(low.get(person) ?? to, to));

  for (const start of next.keys()) {
    if (index.has(start)) continue;
    const path = [enter(start)];
    for (let step = path.at(-1); step; step = path.at(-1)) {
      const { person, rest } = step;
      const neighbour = rest.pop();
      if (neighbour === undefined) {
        path.pop();
        const parent = path.at(-1);
        if (parent) lower(parent.person, low.get(person) ?? 0);
        if (low.get(person) !== index.get(person)) continue;
        const members = open.splice(open.indexOf(person));
        for (const member of members) isOpen.delete(member);
        if (members.length > 1) rings.push(members.toSorted());
      } else if (!index.has(neighbour)) {
        path.push(enter(neighbour));
      } else if (isOpen.has(neighbour)) {
        lower(person, index.get(neighbour) ?? 0);
      }
    }
  }
  return rings;
}
