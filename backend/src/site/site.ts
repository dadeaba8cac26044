/** The public address of the site, and what depends on it. */
export class Site {
  private address: string | null;

  /** @param publicUrl without a trailing slash; null if {@link listensOn} will set it */
  constructor(
    publicUrl: string | null,
    private readonly production: boolean,
  ) {
    this.address = publicUrl;
  }

  /** The address that links in mails begin with, without a trailing slash. @throws Error if it is not known yet */
  get publicUrl(): string {
    if (this.address === null) throw new Error('the public address is not known before the server listens');
    return this.address;
  }

  /** The host of the site's pages, with its port if it is not the default; null until it is known. */
  get publicHost(): string | null {
    return this.address === null ? null : new URL(this.address).host;
  }

  /** Whether browsers use https: if so, cookies are sent over https only. */
  get isSecure(): boolean {
    return this.production || this.isHttps;
  }

  /** Whether the public address is an https address: only then may browsers be told to use https alone. */
  get isHttps(): boolean {
    return this.address?.startsWith('https:') === true;
  }

  /**
   * The name and the attributes of a cookie that scripts cannot read. A secure one has the prefix `__Host-`: browsers
   * accept it from this host only, so no other host of the domain can set or replace it.
   */
  cookie(name: string) {
    return {
      name: this.isSecure ? `__Host-${name}` : name,
      options: { path: '/', httpOnly: true, sameSite: 'lax', secure: this.isSecure },
    } as const;
  }

  /** Uses the address that the server listens on as the public one, unless one is set. */
  listensOn(url: string): void {
    this.address ??= url;
  }
}
