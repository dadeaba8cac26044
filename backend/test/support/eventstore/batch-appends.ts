import type { BatchAppendReq, BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js';
import { type ServerDuplexStream, status } from '@grpc/grpc-js';
import { batchAnswer, batchExpectationOf, batchRejection } from './batch-messages.js';
import { MOST_BYTES, proposed, sizeOf } from './messages.js';
import { type Served, count, failure, refusedBy, strangerRefusedBy } from './served.js';
import type { ProposedEvent } from './stored-event.js';

interface Incomplete {
  readonly options: BatchAppendReq.Options;
  readonly events: ProposedEvent[];
}

type BatchCall = ServerDuplexStream<BatchAppendReq, BatchAppendResp>;

/**
 * Serves one call of batched appends: each append arrives in one or more messages with the same correlation id, and is
 * answered once, in any order. A rejection concerns only its append; a node that is not the leader ends the call.
 */
export function serveBatchAppends(served: Served, call: BatchCall): void {
  const { faults } = served;
  call.on('error', () => undefined);
  const refusal = faults.lacksBatches
    ? failure(status.UNIMPLEMENTED)
    : strangerRefusedBy(faults, call.metadata);
  if (refusal) {
    count(served, 'batchRefused');
    call.emit('error', refusal);
    return;
  }
  count(served, 'batchCall');
  const isSilent = faults.silentBatchCalls > 0;
  if (isSilent) faults.silentBatchCalls -= 1;
  const incomplete = new Map<string, Incomplete>();
  let held: BatchAppendResp[] = [];
  const tell = (answer: BatchAppendResp) => {
    held.push(answer);
    if (isSilent || held.length < faults.reversedAnswers) return;
    for (const late of held.toReversed()) if (!call.cancelled) call.write(late);
    held = [];
  };
  call.on('end', () => call.end());
  call.on('data', (request: BatchAppendReq) => {
    const key = request.getCorrelationId()?.getString() ?? '';
    const options = incomplete.get(key)?.options ?? request.getOptions();
    if (!options) return;
    const events = incomplete.get(key)?.events ?? [];
    events.push(...request.getProposedMessagesList().map(proposed));
    incomplete.set(key, { options, events });
    if (!request.getIsFinal()) return;
    incomplete.delete(key);
    count(served, 'batchAppend');
    void execute(served, call, request, { options, events }).then((answer) => answer && tell(answer));
  });
}

/** The answer to a complete append; null when its call or its connection ends instead. */
async function execute(
  served: Served,
  call: BatchCall,
  request: BatchAppendReq,
  { options, events }: Incomplete,
): Promise<BatchAppendResp | null> {
  const { faults } = served;
  await faults.passed();
  const refusal = refusedBy(served, call.metadata);
  if (refusal) {
    call.emit('error', refusal);
    return null;
  }
  const id = request.getCorrelationId();
  const stream = Buffer.from(options.getStreamIdentifier()?.getStreamName_asU8() ?? []).toString();
  const rejection = faults.batchRejections.get(stream) ?? (sizeOf(events) > MOST_BYTES ? 'tooLarge' : null);
  if (rejection) return batchRejection(id, stream, rejection);
  const outcome = await served.commit(stream, batchExpectationOf(options), events);
  if (outcome instanceof Error) {
    call.emit('error', outcome);
    return null;
  }
  if (outcome && faults.endCallAfterCommit > 0) {
    faults.endCallAfterCommit -= 1;
    call.end();
    return null;
  }
  return outcome && batchAnswer(id, stream, options, outcome);
}
