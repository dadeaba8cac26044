import { Agent, type IncomingMessage, get } from 'node:http';

/** Asks for pages as a browser does, one at a time, and drops their content: the client shares the machine with the server. */
export class PageClient {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 1 });

  constructor(private readonly url: string) {}

  /** Whether a page came with its content: then it is a public answer. */
  async get(page: string): Promise<boolean> {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const options = { agent: this.agent, headers: { 'accept-encoding': 'br' } };
      get(`${this.url}${page}`, options, resolve).on('error', reject);
    });
    await new Promise((resolve, reject) => {
      response.on('end', resolve).on('error', reject).resume();
    });
    if (response.statusCode !== 200) throw new Error(`${page} answered ${response.statusCode}`);
    return response.headers['cache-control'] === 'public, no-cache, no-transform';
  }

  close(): void {
    this.agent.destroy();
  }
}
