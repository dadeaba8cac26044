/** An answer with its body read. */
export interface Answer<Body = unknown> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
}

/** The header in which a browser tells the shared server of the tests its network address. */
export const ADDRESS = 'x-test-address';

let browsers = 0;

/** Calls the server as our pages do: with the cookies it received and a same-origin header. */
export class Browser {
  readonly cookies = new Map<string, string>();
  /** Its network address, which is that of no other. */
  readonly address: string;

  /** @param site where the server is found at the time of a call, which a restart changes */
  constructor(private readonly site: { readonly url: string }) {
    browsers += 1;
    this.address = `10.${browsers >> 16}.${(browsers >> 8) & 255}.${browsers & 255}`;
  }

  get<Body = unknown>(address: string): Promise<Answer<Body>> {
    return this.send('GET', address);
  }

  post<Body = unknown>(address: string, body?: object): Promise<Answer<Body>> {
    return this.send('POST', address, body);
  }

  put<Body = unknown>(address: string, body?: object): Promise<Answer<Body>> {
    return this.send('PUT', address, body);
  }

  patch<Body = unknown>(address: string, body?: object): Promise<Answer<Body>> {
    return this.send('PATCH', address, body);
  }

  delete<Body = unknown>(address: string, body?: object): Promise<Answer<Body>> {
    return this.send('DELETE', address, body);
  }

  /** Sends a file as a form with one field. */
  upload<Body = unknown>(
    address: string,
    bytes: Uint8Array,
    { field = 'image', name = 'feet.jpg', type = 'image/jpeg' } = {},
  ): Promise<Answer<Body>> {
    const form = new FormData();
    form.append(field, new Blob([new Uint8Array(bytes)], { type }), name);
    return this.request('POST', address, { body: form });
  }

  /** Any request; the given headers override the usual ones. */
  async request<Body = unknown>(
    method: string,
    address: string,
    { headers = {}, body }: { headers?: Record<string, string>; body?: FormData | string } = {},
  ): Promise<Answer<Body>> {
    const response = await fetch(new URL(address, this.site.url), {
      method,
      redirect: 'manual',
      headers: { origin: this.site.url, [ADDRESS]: this.address, ...this.cookieHeader(), ...headers },
      ...(body !== undefined && { body }),
    });
    this.keep(response.headers.getSetCookie());
    const text = await response.text();
    const isJson = /\bjson\b/.test(response.headers.get('content-type') ?? '');
    const read = (isJson && text !== '' ? JSON.parse(text) : text) as Body;
    return { status: response.status, headers: response.headers, body: read };
  }

  private send<Body>(method: string, address: string, body?: object): Promise<Answer<Body>> {
    if (body === undefined) return this.request(method, address);
    return this.request(method, address, {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  }

  /** The header with its cookies, for requests that are not its own. */
  cookieHeader(): Record<string, string> {
    if (this.cookies.size === 0) return {};
    return { cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ') };
  }

  private keep(cookies: readonly string[]): void {
    for (const cookie of cookies) {
      const [pair = '', ...attributes] = cookie.split('; ');
      const [name = '', ...value] = pair.split('=');
      const isGone = attributes.some((attribute) => /^(max-age=0|expires=thu, 01 jan 1970)/i.test(attribute));
      if (isGone) this.cookies.delete(name);
      else this.cookies.set(name, value.join('='));
    }
  }
}
