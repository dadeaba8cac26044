import sharedPb from '@eventstore/db-client/generated/shared_pb.js';
import streamsPb from '@eventstore/db-client/generated/streams_pb.js';
import type { AppendReq, AppendResp, BatchAppendReq } from '@eventstore/db-client/generated/streams_pb.js';
import type { Expectation, Outcome, ProposedEvent, StoredEvent } from './stored-event.js';

const { ReadResp } = streamsPb;
const TICKS = (BigInt(Date.UTC(2026, 10, 21)) * 10_000n).toString();

/** The largest append that a server accepts, in bytes. */
export const MOST_BYTES = 1024 * 1024;

/** The encoded message that carries an event to readers. */
export function encodeEvent(event: Omit<StoredEvent, 'frame'>): Buffer {
  const recorded = new ReadResp.ReadEvent.RecordedEvent()
    .setId(new sharedPb.UUID().setString(event.id))
    .setStreamIdentifier(identifierOf(event.stream))
    .setStreamRevision(String(event.revision))
    .setCommitPosition(String(event.position))
    .setPreparePosition(String(event.position))
    .setCustomMetadata(event.metadata)
    .setData(event.data);
  recorded.getMetadataMap().set('type', event.type);
  recorded.getMetadataMap().set('content-type', event.contentType);
  recorded.getMetadataMap().set('created', TICKS);
  const read = new ReadResp.ReadEvent().setEvent(recorded).setCommitPosition(String(event.position));
  return bytesOf(new ReadResp().setEvent(read));
}

/** Confirms a subscription. */
export function confirmation(id: string): Buffer {
  return bytesOf(
    new ReadResp().setConfirmation(new ReadResp.SubscriptionConfirmation().setSubscriptionId(id)),
  );
}

/** Reports how far a subscription has searched. As on a real server, the prepare position may be 0. */
export function checkpoint(position: number): Buffer {
  const message = new ReadResp.Checkpoint().setCommitPosition(String(position)).setPreparePosition('0');
  return bytesOf(new ReadResp().setCheckpoint(message));
}

/** Reports that a subscription has reached the end of the log. */
export function caughtUp(): Buffer {
  return bytesOf(new ReadResp().setCaughtUp(new ReadResp.CaughtUp()));
}

/** Reports a missing stream. */
export function streamNotFound(stream: string): Buffer {
  return bytesOf(
    new ReadResp().setStreamNotFound(new ReadResp.StreamNotFound().setStreamIdentifier(identifierOf(stream))),
  );
}

/** The expected revision of an append. */
export function expectationOf(options: AppendReq.Options): Expectation {
  if (options.hasAny()) return 'any';
  if (options.hasNoStream()) return 'noStream';
  return options.hasStreamExists() ? 'streamExists' : Number(options.getRevision());
}

/** A proposed event, from either kind of append. */
export function proposed(message: AppendReq.ProposedMessage | BatchAppendReq.ProposedMessage): ProposedEvent {
  return {
    id: message.getId()?.getString() ?? '',
    type: message.getMetadataMap().get('type') ?? '',
    contentType: message.getMetadataMap().get('content-type') ?? '',
    data: message.getData_asU8(),
    metadata: message.getCustomMetadata_asU8(),
  };
}

/** The size of an append in bytes, as a server counts it. */
export function sizeOf(events: readonly ProposedEvent[]): number {
  return events.reduce((bytes, { data, metadata }) => bytes + data.length + metadata.length, 0);
}

/** The answer to a single append. */
export function appendAnswer(outcome: Outcome): AppendResp {
  const answer = new streamsPb.AppendResp();
  if (!outcome.written) {
    const wrong = new streamsPb.AppendResp.WrongExpectedVersion();
    if (outcome.current < 0) wrong.setCurrentNoStream(new sharedPb.Empty());
    else wrong.setCurrentRevision(String(outcome.current));
    return answer.setWrongExpectedVersion(wrong);
  }
  const success = new streamsPb.AppendResp.Success().setCurrentRevision(String(outcome.revision));
  if (outcome.position === null) success.setNoPosition(new sharedPb.Empty());
  else {
    const position = new streamsPb.AppendResp.Position().setCommitPosition(String(outcome.position));
    success.setPosition(position.setPreparePosition(String(outcome.position)));
  }
  return answer.setSuccess(success);
}

/** The name of a stream as a message carries it. */
export function identifierOf(stream: string) {
  return new sharedPb.StreamIdentifier().setStreamName(Buffer.from(stream).toString('base64'));
}

function bytesOf(message: { serializeBinary(): Uint8Array }): Buffer {
  return Buffer.from(message.serializeBinary());
}
