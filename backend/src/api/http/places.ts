/** Counts what is in progress on this server, and how much of it comes from each network. */
export class Places {
  private taken = 0;
  private readonly ofNetworks = new Map<string, number>();

  constructor(
    private readonly most: number,
    private readonly mostOfNetwork: number,
  ) {}

  isFull(): boolean {
    return this.taken >= this.most;
  }

  /** Null is the network of nobody, which is never full. */
  isFullFor(network: string | null): boolean {
    return this.countOf(network) >= this.mostOfNetwork;
  }

  /** Takes a place, also if it is full. Returns what gives it back, to be called once. */
  take(network: string | null): () => void {
    this.add(network, 1);
    return () => this.add(network, -1);
  }

  private add(network: string | null, change: 1 | -1): void {
    this.taken += change;
    if (network === null) return;
    const count = this.countOf(network) + change;
    if (count === 0) this.ofNetworks.delete(network);
    else this.ofNetworks.set(network, count);
  }

  private countOf(network: string | null): number {
    return network === null ? 0 : (this.ofNetworks.get(network) ?? 0);
  }
}
