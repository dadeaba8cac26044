import { setImmediate as nextTurn } from 'node:timers/promises';
import featuresPb from '@eventstore/db-client/generated/serverfeatures_pb.js';
import type {
  AppendReq,
  AppendResp,
  BatchAppendReq,
  BatchAppendResp,
  ReadReq,
} from '@eventstore/db-client/generated/streams_pb.js';
import type { SupportedMethods } from '@eventstore/db-client/generated/serverfeatures_pb.js';
import {
  Metadata,
  type ServerDuplexStream,
  type ServerReadableStream,
  type ServerUnaryCall,
  type ServerWritableStream,
  type ServiceError,
  type sendUnaryData,
  status,
} from '@grpc/grpc-js';
import type { EventDatabase } from './event-database.js';
import type { Outcome, ProposedEvent } from './stored-event.js';
import type { Faults } from './faults.js';
import {
  MOST_BYTES,
  appendAnswer,
  batchAnswer,
  batchExpectationOf,
  expectationOf,
  proposed,
  sizeOf,
} from './messages.js';
import { serveRead } from './reads.js';
import { type Served, count, failure } from './served.js';

/** The handlers of the Streams service. */
export function streamsService(served: Served) {
  const { database, faults } = served;

  /** Executes an append; null when the connection is cut instead of an answer. */
  const commit = (
    stream: string,
    options: Parameters<EventDatabase['append']>[1],
    events: ProposedEvent[],
  ) => {
    const outcome = database.append(stream, options, events);
    if (faults.cutAfterCommit === 0) return outcome;
    faults.cutAfterCommit -= 1;
    served.cut();
    return null;
  };

  return {
    append(call: ServerReadableStream<AppendReq, AppendResp>, answer: sendUnaryData<AppendResp>) {
      count(served, 'append');
      let options: AppendReq.Options | undefined;
      const events: ProposedEvent[] = [];
      call.on('error', () => undefined);
      call.on('data', (request: AppendReq) => {
        const message = request.getProposedMessage();
        if (message) events.push(proposed(message));
        else options = request.getOptions();
      });
      call.on('end', () => {
        void (async () => {
          // A broken connection ends the stream too, and an incomplete append is dropped.
          await nextTurn();
          if (call.cancelled) return null;
          await faults.passed();
          const refusal = refusedBy(faults) ?? (sizeOf(events) > MOST_BYTES ? tooLarge() : null);
          if (refusal || !options) return answer(refusal ?? failure(status.INVALID_ARGUMENT));
          const outcome = commit(streamOf(options), expectationOf(options), events);
          return outcome && answer(null, appendAnswer(outcome));
        })();
      });
    },

    batchAppend(call: ServerDuplexStream<BatchAppendReq, BatchAppendResp>) {
      const pending = new Map<
        string,
        { options: BatchAppendReq.Options | undefined; events: ProposedEvent[] }
      >();
      call.on('error', () => undefined);
      call.on('end', () => call.end());
      call.on('data', (request: BatchAppendReq) => {
        const id = request.getCorrelationId()?.getString() ?? '';
        const { options, events } = pending.get(id) ?? { options: request.getOptions(), events: [] };
        events.push(...request.getProposedMessagesList().map(proposed));
        pending.set(id, { options, events });
        if (!request.getIsFinal() || !options) return;
        pending.delete(id);
        count(served, 'batchAppend');
        void (async () => {
          await faults.passed();
          const stream = streamOf(options);
          const outcome: Outcome | 'tooLarge' | null =
            sizeOf(events) > MOST_BYTES ? 'tooLarge' : commit(stream, batchExpectationOf(options), events);
          if (outcome) call.write(batchAnswer(request, stream, outcome));
        })();
      });
    },

    read(call: ServerWritableStream<ReadReq, Buffer>) {
      count(served, 'arrivedRead');
      call.on('error', () => undefined);
      void (async () => {
        await faults.passed();
        const refusal = refusedBy(faults);
        if (refusal) call.emit('error', refusal);
        else await serveRead(served, call);
      })();
    },
  };
}

/** The handlers of the ServerFeatures service, which announce that batches are supported. */
export function featuresService(served: Served) {
  return {
    getSupportedMethods(
      call: ServerUnaryCall<unknown, SupportedMethods>,
      answer: sendUnaryData<SupportedMethods>,
    ) {
      count(served, 'getSupportedMethods');
      const batch = new featuresPb.SupportedMethod()
        .setMethodName('batchappend')
        .setServiceName('event_store.client.streams.streams');
      const methods = new featuresPb.SupportedMethods().setMethodsList([batch]);
      void served.faults.passed().then(() => {
        call.sendMetadata(dated(served.faults));
        answer(null, methods.setEventStoreServerVersion('24.6.0'));
      });
    },
  };
}

/** The `Date` header of an answer. Node would add its own if there were none, so a missing date is an empty one. */
function dated({ clockAheadMs }: Faults): Metadata {
  const headers = new Metadata();
  headers.set('date', clockAheadMs === null ? '' : new Date(Date.now() + clockAheadMs).toUTCString());
  return headers;
}

function tooLarge(): ServiceError {
  const trailers = { exception: 'maximum-append-size-exceeded', 'maximum-append-size': String(MOST_BYTES) };
  return failure(status.INVALID_ARGUMENT, trailers);
}

function refusedBy(faults: Faults): ServiceError | null {
  const { notLeader } = faults;
  if (!notLeader || notLeader.times === 0) return null;
  notLeader.times -= 1;
  return failure(status.NOT_FOUND, {
    exception: 'not-leader',
    'leader-endpoint-host': '127.0.0.1',
    'leader-endpoint-port': String(notLeader.leaderPort),
  });
}

function streamOf(options: AppendReq.Options | BatchAppendReq.Options): string {
  return Buffer.from(options.getStreamIdentifier()?.getStreamName_asU8() ?? []).toString();
}
