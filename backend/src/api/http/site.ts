/** Where the site is to be reached from outside, and what follows from it. */
export class Site {
  private address: string | null;

  /** @param publicUrl without a slash at its end; null: to be told by {@link listensOn} */
  constructor(
    publicUrl: string | null,
    private readonly production: boolean,
  ) {
    this.address = publicUrl;
  }

  /**
   * The address that links in mails begin with, without a slash at its end. @throws Error when it is not
   * known yet
   */
  get publicUrl(): string {
    if (this.address === null) throw new Error('the public address is not known before the server listens');
    return this.address;
  }

  /**
   * The host, with its port if it has one of its own, that the site's pages come from; null while it is not
   * known.
   */
  get publicHost(): string | null {
    return this.address === null ? null : new URL(this.address).host;
  }

  /** Whether browsers reach the site by https: cookies are then for https only. */
  get isSecure(): boolean {
    return this.production || this.address?.startsWith('https:') === true;
  }

  /** Takes the address that the server listens on for the public one, if none was set. */
  listensOn(url: string): void {
    this.address ??= url;
  }
}
