import { randomUUID } from 'node:crypto';
import { convertToCommandError } from '@eventstore/db-client';
import streamsGrpc from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type { StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type { BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js';
import {
  type Append,
  type AppendAnswer,
  answerOf,
  batchMessage,
  correlationIdOf,
} from './eventstore-append-messages.js';
import type { ActiveClient } from './eventstore-connection.js';
import { SilentServerError } from './eventstore-failures.js';
import { Silence } from './eventstore-silence.js';

/** The largest message that is sent over the call that all appends share. */
export const LARGEST_SHARED_BYTES = 1024 * 1024;

/** An append is too large for the shared call, and was not sent. */
export class TooLargeToShareError extends Error {
  override readonly name = 'TooLargeToShareError';
}

type Call = ReturnType<typeof StreamsClient.prototype.makeBidiStreamRequest<Buffer, BatchAppendResp>>;

interface Unanswered {
  readonly stream: string;
  readonly message: Buffer;
  readonly silence: Silence;
  /** The number of answers that the call had received when this append began. */
  readonly heardBefore: number;
  readonly resolve: (answer: AppendAnswer) => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * One long call for the appends of one client (`BatchAppend`), with a table of its own of the appends that wait for an
 * answer. Each append has its own deadline. When the call ends, all of them fail with the reason: their outcome is unknown.
 */
export class AppendCall {
  private readonly unanswered = new Map<string, Unanswered>();
  private readonly unsent = new Set<string>();
  private call: Call | null = null;
  private isFull = false;
  private isSilent = false;
  private heard = 0;
  private reason: unknown;
  private readonly onRetired = () => this.end(this.active.retired.reason);

  /** Begins the call over the connection of the client, with its credentials. */
  constructor(private readonly active: ActiveClient) {
    const { client, retired } = active;
    retired.addEventListener('abort', this.onRetired);
    // The client repairs its connection, or goes to the leader, when what it executes fails for that reason.
    client['execute'](streamsGrpc.StreamsClient, 'appending', (streams) => this.run(streams)).catch(
      (error: Error) => this.end(convertToCommandError(error)),
    );
    if (retired.aborted) this.onRetired();
  }

  /** Whether it takes further appends: it has not ended, and the server answers it. */
  get isUsable(): boolean {
    return this.reason === undefined && !this.isSilent;
  }

  /**
   * Appends and resolves with the answer, or rejects after `milliseconds`; a later answer is then ignored.
   * @throws TooLargeToShareError
   */
  append(append: Append, milliseconds: number): Promise<AppendAnswer> {
    if (this.reason !== undefined) return Promise.reject(this.reason as Error);
    const id = randomUUID();
    const message = batchMessage(id, append);
    if (message.length > LARGEST_SHARED_BYTES) return Promise.reject(new TooLargeToShareError());
    return new Promise((resolve, reject) => {
      const silence = new Silence(this.active.timer, 'EventStoreDB answer', milliseconds, () =>
        this.expire(id, milliseconds),
      );
      const { heard: heardBefore } = this;
      this.unanswered.set(id, { stream: append.stream, message, silence, heardBefore, resolve, reject });
      this.unsent.add(id);
      this.send();
    });
  }

  /** Rejects when the call ends, for whatever reason. */
  private run(streams: StreamsClient): Promise<never> {
    return new Promise((_resolve, reject) => {
      // It may have ended while the client looked for its server.
      if (this.reason !== undefined) return;
      const { path, responseDeserialize } = streamsGrpc.StreamsService.batchAppend;
      const [metadata, options] = this.active.client['callArguments']({}, { deadline: Infinity });
      const call = streams.makeBidiStreamRequest(
        path,
        (message: Buffer) => message,
        responseDeserialize,
        metadata,
        options,
      );
      call.on('data', (answer: BatchAppendResp) => this.receive(answer));
      call.on('drain', () => {
        this.isFull = false;
        this.send();
      });
      // Never removed: a late error without a listener would crash the process.
      call.on('error', reject);
      call.on('end', () => reject(new SilentServerError('the server ended the call of the appends')));
      this.call = call;
      this.send();
    });
  }

  /** Sends what waits, while the connection takes it. An append whose deadline has passed is not sent. */
  private send(): void {
    if (!this.call) return;
    for (const id of this.unsent) {
      if (this.isFull) return;
      this.unsent.delete(id);
      const message = this.unanswered.get(id)?.message;
      if (message) this.isFull = !this.call.write(message);
    }
  }

  private receive(answer: BatchAppendResp): void {
    this.heard += 1;
    const waiting = this.take(correlationIdOf(answer));
    if (!waiting) return;
    try {
      waiting.resolve(answerOf(answer, waiting.stream));
    } catch (error) {
      waiting.reject(error);
    }
  }

  /**
   * An append is given up. If nothing was answered since it began, new appends take a new call: this one may be broken
   * although the connection works. What it still carries may be answered.
   */
  private expire(id: string, milliseconds: number): void {
    const waiting = this.take(id);
    if (!waiting) return;
    if (waiting.heardBefore === this.heard) this.isSilent = true;
    const error = new SilentServerError(`no answer in ${Math.round(milliseconds)} ms`);
    waiting.reject(error);
    if (this.isSilent && this.unanswered.size === 0) this.end(error);
  }

  private take(id: string): Unanswered | undefined {
    const waiting = this.unanswered.get(id);
    waiting?.silence.end();
    this.unanswered.delete(id);
    this.unsent.delete(id);
    return waiting;
  }

  private end(reason: unknown): void {
    if (this.reason !== undefined) return;
    this.reason = reason;
    this.active.retired.removeEventListener('abort', this.onRetired);
    // Not half-closed: a server that is told that no more will come may leave out the last answers.
    this.call?.cancel();
    for (const id of this.unanswered.keys()) this.take(id)?.reject(reason);
  }
}
