import {
  AccessDeniedError,
  InvalidArgumentError,
  type JSONEventData,
  MaxAppendSizeExceededError,
  StreamDeletedError,
  UnknownError,
  WrongExpectedVersionError,
} from '@eventstore/db-client';
import sharedPb from '@eventstore/db-client/generated/shared_pb.js';
import type { Status } from '@eventstore/db-client/generated/status_pb.js';
import type { BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { Position } from '../../../kernel/event-log.js';
import { positionOf } from './eventstore-events.js';

const DETAILS = 'event_store.client.';
/** The code of google.rpc.Status for a request that the server will never accept. */
const INVALID_ARGUMENT = 3;
const UUID_GROUPS = [8, 12, 16, 20];

/** What to append. All attempts of an append use the same one, so the server detects those that it has written. */
export interface Append {
  readonly stream: string;
  readonly expected: number | 'noStream';
  readonly events: readonly JSONEventData[];
}

/** The revision and the position of the last event; the server may leave out the position of a repeated append. */
export interface AppendAnswer {
  readonly revision: number;
  readonly position: Position | null;
}

/**
 * An append as one message of a batch call. It carries no deadline: this protocol has only a time of day, which would
 * be compared with the clock of the server. Without it, the server uses its own write timeout. It is encoded here because
 * the client's generated classes take several times as long, a twentieth of what a like costs.
 */
export function batchMessage(correlationId: string, { stream, expected, events }: Append): Buffer {
  const revision = expected === 'noStream' ? field(3, '') : number(2, expected);
  const message =
    field(1, uuid(correlationId)) +
    field(2, field(1, field(3, bytesOf(stream))) + revision) +
    events.map((event) => field(3, proposedMessage(event))).join('') +
    number(4, 1);
  return Buffer.from(message, 'latin1');
}

/** The correlation id of an answer. The server may return it as a text or as two numbers. */
export function correlationIdOf(answer: BatchAppendResp): string {
  const id = answer.getCorrelationId();
  const numbers = id?.getStructured();
  if (!numbers) return id?.getString().toLowerCase() ?? '';
  const hex = [numbers.getMostSignificantBits(), numbers.getLeastSignificantBits()]
    .map((bits) => BigInt.asUintN(64, BigInt(bits)).toString(16).padStart(16, '0'))
    .join('');
  return [0, ...UUID_GROUPS].map((start, index) => hex.slice(start, UUID_GROUPS[index])).join('-');
}

/** The content of an answer to an append to `stream`. @throws the client's error when the append was rejected */
export function answerOf(answer: BatchAppendResp, stream: string): AppendAnswer {
  const error = answer.getError();
  if (error) throw rejectionOf(error, stream);
  const success = answer.getSuccess();
  if (!success?.hasCurrentRevision()) throw new UnknownError(undefined, 'the server answers no revision');
  const position = success.getPosition();
  return {
    revision: Number(success.getCurrentRevision()),
    position: position ? positionOf({ commit: BigInt(position.getCommitPosition()) }) : null,
  };
}

function proposedMessage({ id, type, contentType, data, metadata }: JSONEventData): string {
  return (
    field(1, uuid(id)) +
    mapEntry('type', type) +
    mapEntry('content-type', contentType) +
    (metadata ? field(3, bytesOf(JSON.stringify(metadata))) : '') +
    field(4, bytesOf(JSON.stringify(data)))
  );
}

function uuid(text: string): string {
  return field(2, text);
}

function mapEntry(key: string, value: string): string {
  return field(2, field(1, key) + field(2, bytesOf(value)));
}

/** A text, bytes or a message as a field. In this encoding a character is a byte, because texts are joined faster than buffers. */
function field(tag: number, bytes: string): string {
  return String.fromCharCode(tag * 8 + 2) + varint(bytes.length) + bytes;
}

function number(tag: number, value: number): string {
  return String.fromCharCode(tag * 8) + varint(value);
}

/** Seven bits a byte, the lowest first. */
function varint(value: number): string {
  return value < 128
    ? String.fromCharCode(value)
    : String.fromCharCode((value % 128) + 128) + varint(Math.floor(value / 128));
}

function bytesOf(text: string): string {
  return Buffer.from(text).toString('latin1');
}

/**
 * The type of the details identifies a rejection; the code is for types of servers newer than this client. Everything
 * else, a timeout for example, may be repeated.
 */
function rejectionOf(error: Status, stream: string): Error {
  const details = error.getDetails();
  const bytes = details?.getValue_asU8() ?? new Uint8Array();
  switch (details?.getTypeName()) {
    case `${DETAILS}WrongExpectedVersion`:
      return WrongExpectedVersionError.fromWrongExpectedVersion(
        sharedPb.WrongExpectedVersion.deserializeBinary(bytes),
        stream,
      );
    case `${DETAILS}StreamDeleted`:
      return StreamDeletedError.fromStreamName(stream);
    case `${DETAILS}AccessDenied`:
      return new AccessDeniedError(undefined, `the server denies appends to ${stream}`);
    case `${DETAILS}MaximumAppendSizeExceeded`:
      return MaxAppendSizeExceededError.fromMaxAppendSize(
        sharedPb.MaximumAppendSizeExceeded.deserializeBinary(bytes).getMaxappendsize(),
      );
    case `${DETAILS}BadRequest`:
      return new InvalidArgumentError(sharedPb.BadRequest.deserializeBinary(bytes).getMessage());
    default:
      return Number(error.getCode()) === INVALID_ARGUMENT
        ? new InvalidArgumentError(error.getMessage())
        : new UnknownError(undefined, error.getMessage());
  }
}
