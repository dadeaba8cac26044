import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  type CallHandler,
  type ExecutionContext,
  HttpException,
  Injectable,
  type NestInterceptor,
  StreamableFile,
} from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Observable, concatMap, of } from 'rxjs';
import { Timer } from '../../kernel/timer.js';
import { FairQueue } from './fair-queue.js';
import { requireProven } from './fresh-sign-in.js';
import { SAFE_METHODS } from './same-origin.guard.js';
import { CHECK_EVERY_MS, Patience } from './slow-bodies.js';

/** How long a file is generated before others have their turn, in milliseconds. */
const LONGEST_TURN_MS = 5;
const PIECE_BYTES = 64 * 1024;
/** How far a file may be ahead of its reader, without the pieces on their way. */
const MOST_AHEAD = 512 * 1024;
/** What a reader has to take on average, in bytes a second. */
const LEAST_RATE = 8000;
/**
 * How long a reader may take nothing, in milliseconds: 30 seconds, and longer for what the system has taken from us to send
 * it, which is up to 4 MB on Linux.
 */
const LONGEST_PAUSE_MS = 30_000 + (4_200_000 / LEAST_RATE) * 1000;
/** For each group of people, on this server. */
const PLACES = 2;
const MOST_OPEN = 100;
/** How many files of a person may wait until the one before is sent. */
const MOST_WAITING = 10;

type Parts = AsyncIterable<string | Buffer> | Iterable<string | Buffer>;

/**
 * A file that is generated while it is sent. To make one of its parts takes a few milliseconds at most; what takes longer
 * yields empty parts meanwhile.
 */
export class GeneratedFile {
  constructor(
    readonly name: string,
    /** The media type. */
    readonly type: string,
    readonly parts: Parts,
  ) {}
}

/** The files of a group of people. */
class Group {
  readonly places = new FairQueue({ atOnce: PLACES, ofCaller: 1, waiting: MOST_OPEN });
  /** Who has a file open, with what lets their next ones begin, in turn. */
  private readonly open = new Map<string, Set<() => void>>();

  constructor(private readonly timer: Timer) {}

  /**
   * Waits until no other file of the person is open.
   * @throws HttpException (429, 503) if too many are, if it takes too long, or if `gone` is aborted
   */
  async begin(person: string, gone: AbortSignal): Promise<void> {
    const waiting = this.open.get(person);
    if (!waiting) {
      if (this.open.size >= MOST_OPEN) throw refused(503, 'Many files are asked for right now.');
      this.open.set(person, new Set());
      return;
    }
    if (waiting.size >= MOST_WAITING) throw refused(429, 'You have asked for too many files at once.');
    await new Promise<void>((resolve, reject) => {
      const begin = () => {
        deadline.end();
        resolve();
      };
      const giveUp = () => {
        deadline.end();
        waiting.delete(begin);
        reject(refused(429, 'Another file is still being sent to you.'));
      };
      const deadline = this.timer.deadline('earlier file', giveUp);
      gone.addEventListener('abort', giveUp, { once: true });
      waiting.add(begin);
    });
  }

  end(person: string): void {
    const waiting = this.open.get(person);
    const [begin] = waiting ?? [];
    if (!begin) {
      this.open.delete(person);
      return;
    }
    waiting?.delete(begin);
    begin();
  }
}

/**
 * Sends the files that are generated: two are made at a time for admins and two for members, one for a person. Every 5 ms, and
 * while it waits for its reader, a file gives its place back, so that it holds up neither other requests nor other files. No
 * file leaves without a fresh sign-in, whatever its route says.
 */
@Injectable()
export class GeneratedFiles implements NestInterceptor {
  private readonly groups: Readonly<Record<'admins' | 'members', Group>>;

  constructor(private readonly timer: Timer) {
    this.groups = { admins: new Group(timer), members: new Group(timer) };
  }

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    if (!SAFE_METHODS.has(request.method)) return next.handle();
    return next.handle().pipe(
      concatMap((answer: unknown) => {
        if (!(answer instanceof GeneratedFile)) return of(answer);
        requireProven(request);
        return this.open(answer, request, http.getResponse<FastifyReply>());
      }),
    );
  }

  private async open(
    file: GeneratedFile,
    { admin, account, method, raw: { socket } }: FastifyRequest,
    { raw }: FastifyReply,
  ): Promise<StreamableFile> {
    const headers = { type: file.type, disposition: `attachment; filename="${file.name}"` };
    if (method === 'HEAD') return new StreamableFile(Readable.from([]), headers);
    const group = this.groups[admin ? 'admins' : 'members'];
    const person = (admin ?? account)?.id ?? '';
    const over = endOf(raw, socket);
    await group.begin(person, over);
    const sending = new Sending(group.places, person, file.parts, this.timer);
    const endChecks = this.timer.every(CHECK_EVERY_MS, () => {
      if (sending.isTooSlow(raw.writableLength)) socket.resetAndDestroy();
    });
    const end = () => {
      endChecks();
      const free = () => group.end(person);
      sending.end().then(free, free);
    };
    if (over.aborted) end();
    else over.addEventListener('abort', end, { once: true });
    const stream = await sending.begin();
    // Without a reset, a file that is cut would look whole to a client of HTTP/1.0.
    stream.once('error', () => socket.resetAndDestroy());
    return new StreamableFile(stream, headers);
  }
}

/** Aborted when an answer is sent or its connection closes. Node 20 does not close the answers that others go before. */
function endOf(answer: ServerResponse, connection: Socket): AbortSignal {
  const over = new AbortController();
  const end = () => {
    answer.off('close', end);
    connection.off('close', end);
    over.abort();
  };
  if (connection.destroyed) over.abort();
  answer.once('close', end);
  connection.once('close', end);
  return over.signal;
}

/** A file on its way to its reader. */
class Sending {
  private made = 0;
  private isOver = false;
  private stream: Readable | null = null;
  private readonly patience: Patience;
  private readonly pieces: AsyncGenerator<Buffer>;

  constructor(
    private readonly places: FairQueue,
    private readonly person: string,
    parts: Parts,
    private readonly timer: Timer,
  ) {
    this.patience = new Patience(0, timer.elapsed(), LEAST_RATE, LONGEST_PAUSE_MS);
    this.pieces = this.inTurns(parts);
  }

  /** Generates the first piece: what fails before that is answered as an error. */
  async begin(): Promise<Readable> {
    const first = await this.pieces.next();
    const { pieces } = this;
    async function* all() {
      if (!first.done) yield first.value;
      yield* pieces;
    }
    this.stream = Readable.from(all(), { objectMode: false, highWaterMark: MOST_AHEAD });
    return this.stream;
  }

  async end(): Promise<void> {
    this.isOver = true;
    await this.pieces.return(undefined);
  }

  /** @param onItsWay the bytes that the connection has not taken yet */
  isTooSlow(onItsWay: number): boolean {
    const ahead = (this.stream?.readableLength ?? 0) + onItsWay;
    return this.patience.isOver(this.made - ahead, this.timer.elapsed(), ahead > 0);
  }

  private async *inTurns(parts: Parts): AsyncGenerator<Buffer> {
    let leave = await this.places.enter(this.person);
    let since = this.timer.elapsed();
    let piece: Buffer[] = [];
    let bytes = 0;
    const whole = () => {
      const made = Buffer.concat(piece);
      this.made += made.length;
      piece = [];
      bytes = 0;
      return made;
    };
    try {
      for await (const part of parts) {
        const made = typeof part === 'string' ? Buffer.from(part) : part;
        piece.push(made);
        bytes += made.length;
        if (bytes < PIECE_BYTES && this.timer.elapsed() - since < LONGEST_TURN_MS) continue;
        leave();
        // A piece is taken at once while there is room for it, and later than that when the reader has taken others.
        if (bytes > 0) yield whole();
        await nextTurn();
        if (this.isOver) return;
        leave = await this.places.enter(this.person);
        since = this.timer.elapsed();
      }
      if (bytes > 0) yield whole();
    } finally {
      leave();
    }
  }
}

function refused(status: 429 | 503, reason: string): HttpException {
  return new HttpException({ message: `${reason} Please try again in a moment.`, code: 'busy' }, status);
}
