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
import { serveBatchAppends } from './batch-appends.js';
import type { Faults } from './faults.js';
import { MOST_BYTES, appendAnswer, expectationOf, proposed, sizeOf } from './messages.js';
import { serveRead } from './reads.js';
import { type Served, count, failure, refusedBy, strangerRefusedBy } from './served.js';
import type { ProposedEvent } from './stored-event.js';

/** The handlers of the Streams service. */
export function streamsService(served: Served) {
  const { faults } = served;

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
          const refusal =
            strangerRefusedBy(faults, call.metadata) ??
            refusedBy(served, call.metadata) ??
            (sizeOf(events) > MOST_BYTES ? tooLarge() : null);
          if (refusal || !options) return answer(refusal ?? failure(status.INVALID_ARGUMENT));
          const outcome = await served.commit(streamOf(options), expectationOf(options), events);
          if (outcome instanceof Error) return answer(outcome);
          return outcome && answer(null, appendAnswer(outcome));
        })();
      });
    },

    batchAppend(call: ServerDuplexStream<BatchAppendReq, BatchAppendResp>) {
      serveBatchAppends(served, call);
    },

    read(call: ServerWritableStream<ReadReq, Buffer>) {
      count(served, 'arrivedRead');
      call.on('error', () => undefined);
      void (async () => {
        await faults.passed();
        const refusal = refusedBy(served, call.metadata);
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
      const methods = new featuresPb.SupportedMethods().setMethodsList(
        served.faults.lacksBatches ? [] : [batch],
      );
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

function streamOf(options: AppendReq.Options): string {
  return Buffer.from(options.getStreamIdentifier()?.getStreamName_asU8() ?? []).toString();
}
