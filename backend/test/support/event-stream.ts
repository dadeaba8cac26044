/** An event of a stream, as a browser dispatches it. */
export interface StreamedEvent {
  readonly event: string;
  readonly id: string;
  readonly data: string;
}

/** Reads server-sent events as a browser does, chunk by chunk. */
export class EventStream {
  private readonly abort = new AbortController();
  private readonly waiting: StreamedEvent[] = [];
  private rest = '';
  /** The id of the last event, or of a block without data. */
  lastEventId = '';
  /** The number of comments so far: heartbeats. */
  comments = 0;
  /** The reconnection delay for a browser, in milliseconds; null while it was not sent. */
  retry: number | null = null;

  private constructor(
    readonly response: Response,
    private readonly reader: ReadableStreamDefaultReader<Uint8Array>,
    abort: AbortController,
  ) {
    this.abort = abort;
  }

  /** Opens a stream. @throws Error when the server does not answer with one */
  static async open(url: string, headers: Record<string, string> = {}): Promise<EventStream> {
    const abort = new AbortController();
    const response = await fetch(url, { headers, signal: abort.signal });
    if (response.status !== 200 || !response.body) {
      throw new Error(`the stream was answered with ${response.status}`);
    }
    return new EventStream(response, response.body.getReader(), abort);
  }

  /** The next event, once it arrives; null at the end of the stream. */
  async next(): Promise<StreamedEvent | null> {
    for (;;) {
      const event = this.waiting.shift();
      if (event) return event;
      if (!(await this.read())) return null;
    }
  }

  /** Reads until `done` returns true, checked after every chunk. @throws Error when the stream ends before */
  async until(done: () => boolean): Promise<void> {
    while (!done()) if (!(await this.read())) throw new Error('the stream has ended');
  }

  /** Closes the connection. */
  close(): void {
    this.abort.abort();
  }

  private async read(): Promise<boolean> {
    const { done, value } = await this.reader.read();
    if (done) return false;
    const blocks = (this.rest + Buffer.from(value).toString()).split('\n\n');
    this.rest = blocks.pop() ?? '';
    for (const block of blocks) this.take(block);
    return true;
  }

  private take(block: string): void {
    const fields = new Map<string, string>();
    for (const line of block.split('\n')) {
      if (line.startsWith(':')) this.comments += 1;
      else fields.set(line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2));
    }
    const retry = fields.get('retry');
    if (retry !== undefined) this.retry = Number(retry);
    this.lastEventId = fields.get('id') ?? this.lastEventId;
    const data = fields.get('data');
    if (data !== undefined) {
      this.waiting.push({ event: fields.get('event') ?? 'message', id: this.lastEventId, data });
    }
  }
}
