import sharedPb from '@eventstore/db-client/generated/shared_pb.js';
import statusPb from '@eventstore/db-client/generated/status_pb.js';
import streamsPb from '@eventstore/db-client/generated/streams_pb.js';
import type { BatchAppendReq } from '@eventstore/db-client/generated/streams_pb.js';
import { status as code } from '@grpc/grpc-js';
import anyPb from 'google-protobuf/google/protobuf/any_pb.js';
import googleEmptyPb from 'google-protobuf/google/protobuf/empty_pb.js';
import type { BatchRejection } from './faults.js';
import { MOST_BYTES, identifierOf } from './messages.js';
import type { Expectation, Outcome } from './stored-event.js';

const DETAILS = 'event_store.client.';

/** What the client's generated classes read from the message of an append. */
export function readBatchMessage(message: Buffer) {
  const request = streamsPb.BatchAppendReq.deserializeBinary(message);
  const options = request.getOptions() ?? new streamsPb.BatchAppendReq.Options();
  return {
    correlationId: request.getCorrelationId()?.getString(),
    isFinal: request.getIsFinal(),
    stream: textOf(options.getStreamIdentifier()?.getStreamName_asU8()),
    expected: batchExpectationOf(options),
    events: request.getProposedMessagesList().map((event) => ({
      id: event.getId()?.getString(),
      type: event.getMetadataMap().get('type'),
      contentType: event.getMetadataMap().get('content-type'),
      data: JSON.parse(textOf(event.getData_asU8())) as object,
      metadata: JSON.parse(textOf(event.getCustomMetadata_asU8())) as object,
    })),
  };
}

function textOf(bytes: Uint8Array = new Uint8Array()): string {
  return Buffer.from(bytes).toString();
}

/** The expected revision of an append in a batch. */
export function batchExpectationOf(options: BatchAppendReq.Options): Expectation {
  if (options.hasAny()) return 'any';
  if (options.hasNoStream()) return 'noStream';
  return options.hasStreamExists() ? 'streamExists' : Number(options.getStreamPosition());
}

/** The answer to an append in a batch that was executed. */
export function batchAnswer(
  id: sharedPb.UUID | undefined,
  stream: string,
  options: BatchAppendReq.Options,
  outcome: Outcome,
) {
  const answer = answerTo(id, stream);
  if (!outcome.written) return answer.setError(wrongVersion(options, outcome.current));
  const success = new streamsPb.BatchAppendResp.Success().setCurrentRevision(String(outcome.revision));
  if (outcome.position === null) success.setNoPosition(new googleEmptyPb.Empty());
  else {
    const position = new sharedPb.AllStreamPosition().setCommitPosition(String(outcome.position));
    success.setPosition(position.setPreparePosition(String(outcome.position)));
  }
  return answer.setSuccess(success);
}

/**
 * The answer to an append in a batch that was not executed. As in the code of the server, that of a timeout has its
 * correlation id as two numbers, and that of a server that is not ready has neither a code nor details of its own.
 */
export function batchRejection(
  id: sharedPb.UUID | undefined,
  stream: string,
  rejection: BatchRejection | 'tooLarge',
) {
  const answer = answerTo(rejection === 'timeout' ? structured(id?.getString() ?? '') : id, stream);
  switch (rejection) {
    case 'accessDenied':
      return answer.setError(statusOf('AccessDenied', code.PERMISSION_DENIED, new sharedPb.AccessDenied()));
    case 'badRequest': {
      const details = new sharedPb.BadRequest().setMessage('a fault of the stand-in');
      return answer.setError(statusOf('BadRequest', code.INVALID_ARGUMENT, details));
    }
    case 'eventTooLarge':
      // Servers since 25.0 have this type of details, which the client does not know.
      return answer.setError(
        statusOf('MaximumAppendEventSizeExceeded', code.INVALID_ARGUMENT, new googleEmptyPb.Empty()),
      );
    case 'notReady': {
      const details = new anyPb.Any();
      details.pack(new googleEmptyPb.Empty().serializeBinary(), 'google.protobuf.Empty');
      return answer.setError(new statusPb.Status().setMessage('Server Is Not Ready').setDetails(details));
    }
    case 'streamDeleted': {
      const details = new sharedPb.StreamDeleted().setStreamIdentifier(identifierOf(stream));
      return answer.setError(statusOf('StreamDeleted', code.NOT_FOUND, details));
    }
    case 'timeout':
      return answer.setError(statusOf('Timeout', code.DEADLINE_EXCEEDED, new sharedPb.Timeout()));
    default: {
      const details = new sharedPb.MaximumAppendSizeExceeded();
      details.setMaxappendsize(MOST_BYTES);
      return answer.setError(statusOf('MaximumAppendSizeExceeded', code.INVALID_ARGUMENT, details));
    }
  }
}

function answerTo(id: sharedPb.UUID | undefined, stream: string) {
  return new streamsPb.BatchAppendResp().setCorrelationId(id).setStreamIdentifier(identifierOf(stream));
}

function wrongVersion(options: BatchAppendReq.Options, current: number) {
  const wrong = new sharedPb.WrongExpectedVersion();
  if (current < 0) wrong.setCurrentNoStream(new googleEmptyPb.Empty());
  else wrong.setCurrentStreamRevision(String(current));
  if (options.hasNoStream()) wrong.setExpectedNoStream(new googleEmptyPb.Empty());
  else if (options.hasStreamPosition()) wrong.setExpectedStreamPosition(options.getStreamPosition());
  return statusOf('WrongExpectedVersion', code.ALREADY_EXISTS, wrong);
}

/** As in the code of the server, the name of the type is the message, too. */
function statusOf(type: string, codeOfIt: code, details: { serializeBinary(): Uint8Array }) {
  const packed = new anyPb.Any();
  packed.pack(details.serializeBinary(), `${DETAILS}${type}`);
  return new statusPb.Status()
    .setCode(codeOfIt as number)
    .setMessage(type)
    .setDetails(packed);
}

function structured(id: string) {
  const hex = id.replaceAll('-', '');
  const [most, least] = [hex.slice(0, 16), hex.slice(16)].map((half) =>
    String(BigInt.asIntN(64, BigInt(`0x${half}`))),
  );
  const numbers = new sharedPb.UUID.Structured().setMostSignificantBits(most ?? '0');
  return new sharedPb.UUID().setStructured(numbers.setLeastSignificantBits(least ?? '0'));
}
