import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  type CallHandler,
  type ExecutionContext,
  HttpException,
  HttpStatus,
  Injectable,
  type NestInterceptor,
  StreamableFile,
} from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Observable, concatMap } from 'rxjs';
import { Timer } from '../../kernel/timer.js';
import { FairQueue } from './fair-queue.js';
import { requireProven } from './fresh-sign-in.js';
import { networkOf } from './network.js';
import { CHECK_EVERY_MS, Patience } from './slow-bodies.js';

/** How long a file is generated before others have their turn, in milliseconds. */
const LONGEST_TURN_MS = 5;
const PIECE_BYTES = 64 * 1024;
/** How far a file may be ahead of its reader, without the pieces on their way. */
const MOST_AHEAD = 512 * 1024;
/** For each group of people, on this server. */
const PLACES = 2;
const MOST_OPEN = 100;
/** How many files of a person may wait until the one before is sent. */
const MOST_WAITING = 10;

type Parts = AsyncIterable<string | Buffer> | Iterable<string | Buffer>;

/** A file that is generated while it is sent. To make one of its parts takes a few milliseconds at most. */
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
  readonly places = new FairQueue({ atOnce: PLACES, ofCaller: MOST_WAITING, waiting: MOST_OPEN });
  /** Who has a file open, with what lets their next ones begin. */
  private readonly open = new Map<string, (() => void)[]>();

  /** Waits until no other file of the person is open. @throws HttpException (429, 503) if too many are */
  async enter(person: string): Promise<void> {
    const waiting = this.open.get(person);
    if (!waiting && this.open.size >= MOST_OPEN) {
      throw refused(HttpStatus.SERVICE_UNAVAILABLE, 'Many files are asked for right now.');
    }
    if (waiting && waiting.length >= MOST_WAITING) {
      throw refused(HttpStatus.TOO_MANY_REQUESTS, 'You have asked for too many files at once.');
    }
    if (waiting) await new Promise<void>((begin) => waiting.push(begin));
    else this.open.set(person, []);
  }

  leave(person: string): void {
    const begin = this.open.get(person)?.shift();
    if (begin) begin();
    else this.open.delete(person);
  }
}

/**
 * Sends the files that are generated: two at a time for admins and two for members, one for a person. A file gives its place
 * back every few milliseconds and while it waits for its reader, so that it holds up neither other requests nor other files.
 * No file leaves without a fresh sign-in, whatever its route says.
 */
@Injectable()
export class GeneratedFiles implements NestInterceptor {
  private readonly groups = { admins: new Group(), members: new Group() };

  constructor(private readonly timer: Timer) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    return next.handle().pipe(
      concatMap(async (answer: unknown) => {
        if (!(answer instanceof GeneratedFile)) return answer;
        requireProven(request);
        return this.open(answer, request, http.getResponse<FastifyReply>());
      }),
    );
  }

  private async open(
    file: GeneratedFile,
    { admin, account, ip, method }: FastifyRequest,
    { raw }: FastifyReply,
  ): Promise<StreamableFile> {
    const headers = { type: file.type, disposition: `attachment; filename="${file.name}"` };
    if (method === 'HEAD') return new StreamableFile(Buffer.alloc(0), headers);
    const group = this.groups[admin ? 'admins' : 'members'];
    const person = admin?.id ?? account?.id ?? networkOf(ip);
    await group.enter(person);
    const sending = new Sending(group.places, person, file.parts, this.timer);
    const leave = () => {
      endChecks();
      const free = () => group.leave(person);
      sending.end().then(free, free);
    };
    const endChecks = this.timer.every(CHECK_EVERY_MS, () => {
      if (sending.isTooSlow(raw.writableLength)) raw.destroy();
    });
    if (raw.destroyed) leave();
    else raw.once('close', leave);
    return new StreamableFile(await sending.begin(), headers);
  }
}

/** A file on its way to its reader. */
class Sending {
  private made = 0;
  private stream: Readable | null = null;
  private readonly patience: Patience;
  private readonly pieces: AsyncGenerator<Buffer>;

  constructor(
    private readonly places: FairQueue,
    private readonly person: string,
    parts: Parts,
    private readonly timer: Timer,
  ) {
    this.patience = new Patience(0, timer.elapsed());
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
        piece.push(Buffer.from(part as string));
        bytes += piece.at(-1)?.length ?? 0;
        const isOver = this.timer.elapsed() - since >= LONGEST_TURN_MS;
        if (!isOver && bytes < PIECE_BYTES) continue;
        // A piece is taken at once while there is room for it, and later than that when the reader has taken others.
        leave();
        yield whole();
        await nextTurn();
        leave = await this.places.enter(this.person);
        since = this.timer.elapsed();
      }
      if (bytes > 0) yield whole();
    } finally {
      leave();
    }
  }
}

function refused(status: HttpStatus, reason: string): HttpException {
  return new HttpException({ message: `${reason} Please try again in a moment.`, code: 'busy' }, status);
}
