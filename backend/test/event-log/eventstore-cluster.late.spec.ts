import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { generate } from 'selfsigned';
import { EventLogUnavailableError, WrongExpectedRevisionError } from '../../src/kernel/event-log.js';
import type { EventStoreEventLog } from '../../src/infrastructure/event-log/eventstore/eventstore-event-log.js';
import {
  DEFAULT_TIMINGS,
  type EventStoreTimings,
} from '../../src/infrastructure/event-log/eventstore/eventstore-timings.js';
import type { Cluster } from '../support/eventstore/cluster/cluster.js';
import { type LocalNode, startLocalCluster } from '../support/eventstore/cluster/local-cluster.js';
import { newEvent, patientLog } from '../support/eventstore/log-on-stand-in.js';
import type { Tls } from '../support/eventstore/stand-in.js';
import { useFolder } from '../support/folder.js';
import { PatientTimer } from '../support/timer.js';
import { Noted } from '../support/waits.js';

describe('EventStoreEventLog on a cluster', () => {
  let cluster: Cluster;
  let nodes: readonly LocalNode[];
  const logs: EventStoreEventLog[] = [];
  let timer: PatientTimer;
  const begin = async (tls: Tls | null = null) => {
    timer = new PatientTimer();
    ({ cluster, nodes } = await startLocalCluster(tls));
    await cluster.whole();
  };
  beforeEach(() => begin());
  afterEach(async () => {
    for (const id of nodes.keys()) cluster.thaw(id);
    await Promise.all(logs.splice(0).map((log) => log.close()));
    await cluster.stop();
  });

  const open = (timings: Partial<EventStoreTimings> = {}, url = cluster.url) => {
    const log = patientLog(url, timings, timer);
    logs.push(log);
    return log;
  };
  const node = (id: number) => nodes[id] as LocalNode;
  const leader = () => node(cluster.leader);
  const followers = () => nodes.filter((_, id) => id !== cluster.leader);
  const calls = ({ standIn }: LocalNode, kind: string) => standIn.calls.get(kind) ?? 0;
  /** The leader has been silent for so long that logs look for another one. */
  const doubts = () => timer.advance(DEFAULT_TIMINGS.silentLeaderMs);
  const streamOn = ({ standIn }: LocalNode, stream: string) =>
    standIn.database.stream(stream)?.map(({ id }) => id);
  /** The calls other than for who leads. */
  const usesOf = ({ standIn }: LocalNode) => [...standIn.calls.keys()].filter((kind) => kind !== 'gossip');
  /** Waits until so many answers to who leads were heard from each of these nodes. */
  const asked = (those: readonly LocalNode[], times: number) =>
    Promise.all(those.map((one) => one.standIn.calls.atLeast(calls(one, 'gossip') + times + 1, 'gossip')));

  it('asks the leader alone, whichever node that is', async () => {
    for (let round = 0; round < nodes.length; round += 1) {
      const log = open();
      await log.append(`a-${round}`, 'noStream', [newEvent()]);
      await log.readStream(`a-${round}`);
      await log.readLast(`a-${round}`);
      await log.readAll(0, 10);
      await log.head();
      expect(followers().map(usesOf)).toEqual([[], []]);
      await Promise.all(
        nodes.map(async (_, id) => {
          await cluster.kill(id);
          await cluster.startNode(id);
        }),
      );
      cluster.elect();
      await cluster.whole();
    }
  });

  it('moves to the leader that a node names when it leads no more, with appends and with reads', async () => {
    const log = open();
    const written = await log.append('a-1', 'noStream', [newEvent()]);
    const [former, latter] = [leader(), (cluster.resign(), node(cluster.elect()))];
    await cluster.whole();
    const next = await log.append('a-1', written.revision, [newEvent()]);
    expect(next.revision).toBe(1);
    // Neither forwarded nor kept by the node of before.
    expect([calls(former, 'batchAppend'), calls(latter, 'batchAppend')]).toEqual([2, 1]);
    cluster.resign();
    const last = node(cluster.elect());
    expect((await log.readLast('a-1'))?.revision).toBe(1);
    expect(calls(last, 'read')).toBe(1);
  });

  it('waits while nobody leads, and does not believe nodes that call another one the leader', async () => {
    const log = open();
    await log.append('a-1', 'noStream', [newEvent()]);
    const alive = followers();
    await cluster.kill(cluster.leader);
    const appended = log.append('a-1', 0, [newEvent()]);
    await asked(alive, 3);
    expect(alive.map(usesOf)).toEqual([[], []]);
    cluster.elect();
    expect((await appended).revision).toBe(1);
    expect(
      followers()
        .filter((one) => alive.includes(one))
        .map(usesOf),
    ).toEqual([[]]);
  });

  it('leaves a silent leader as soon as another one is elected', async () => {
    const log = open();
    const first = newEvent();
    await log.append('a-1', 'noStream', [first]);
    cluster.freeze(cluster.leader);
    const next = newEvent();
    const waiting = [log.append('a-1', 0, [next]), log.readLast('a-2')];
    cluster.elect();
    await doubts();
    expect(await Promise.all(waiting)).toMatchObject([{ revision: 1 }, null]);
    expect(streamOn(leader(), 'a-1')).toEqual([first.id, next.id]);
  });

  it('stays with a leader that is slow', async () => {
    const log = open();
    await log.append('a-1', 'noStream', [newEvent()]);
    cluster.freeze(cluster.leader);
    const appended = log.append('a-1', 0, [newEvent()]);
    await doubts();
    await asked(followers(), 3);
    cluster.thaw(cluster.leader);
    await appended;
    await log.append('a-1', 1, [newEvent()]);
    expect(followers().map(usesOf)).toEqual([[], []]);
    expect(calls(leader(), 'batchCall')).toBe(1);
  });

  it('stays with a node that does not answer as long as it says that it leads', async () => {
    const log = open();
    const former = leader();
    former.standIn.faults.silentBatchCalls = 1;
    const appended = log.append('a-1', 'noStream', [newEvent()]);
    await former.standIn.calls.atLeast(1, 'batchAppend');
    await doubts();
    await asked(nodes, 3);
    expect(calls(former, 'batchCall')).toBe(1);
    cluster.resign();
    cluster.elect();
    expect(await appended).toMatchObject({ revision: 0 });
    expect(calls(former, 'batchCall')).toBe(1);
  });

  it('repeats an append that only the deposed leader had, with its ids and expected revision', async () => {
    const log = open();
    const former = leader();
    former.loses = 'sent';
    const event = newEvent();
    const appended = log.append('a-1', 'noStream', [event]);
    await former.standIn.calls.atLeast(1, 'batchAppend');
    cluster.elect();
    expect(await appended).toMatchObject({ revision: 0 });
    await cluster.whole();
    expect(nodes.map((one) => streamOn(one, 'a-1'))).toEqual(nodes.map(() => [event.id]));
  });

  it('does not write an append twice that the others had before their leader was deposed', async () => {
    const log = open();
    const former = leader();
    const alive = followers();
    former.loses = 'received';
    const event = newEvent();
    const appended = log.append('a-1', 'noStream', [event]);
    await Promise.all(alive.map(({ standIn }) => standIn.database.written('a-1')));
    expect(streamOn(former, 'a-1')).toBeUndefined();
    cluster.elect();
    expect(await appended).toMatchObject({ revision: 0 });
    expect(streamOn(leader(), 'a-1')).toEqual([event.id]);
  });

  it('lets others use the revisions and positions of events that vanished, and rejects a late retry', async () => {
    const hasty = open();
    await hasty.append('first-1', 'noStream', [newEvent()]);
    const former = leader();
    former.loses = 'sent';
    const lost = [newEvent()];
    const unanswered = hasty.append('a-1', 'noStream', lost);
    await former.standIn.calls.atLeast(2, 'batchAppend');
    await Promise.all([
      expect(unanswered).rejects.toThrow(EventLogUnavailableError),
      timer.advance(DEFAULT_TIMINGS.appendMs),
    ]);
    cluster.elect();
    const other = newEvent();
    const log = open();
    await log.append('a-1', 'noStream', [other]);
    await expect(log.append('a-1', 'noStream', lost)).rejects.toThrow(WrongExpectedRevisionError);
    await cluster.whole();
    expect(streamOn(former, 'a-1')).toEqual([other.id]);
  });

  it('follows the log past a loss of the leader, each event once', async () => {
    const log = open({ firstPauseMs: 5, longestPauseMs: 50 });
    const seen = new Noted<string>();
    const onBatch = async (batch: readonly { id: string }[]) => void seen.push(...batch.map(({ id }) => id));
    log.subscribe({ after: 0, batchSize: 10, onError: () => undefined, onBatch });
    const events = [newEvent(), newEvent(), newEvent()];
    for (const [index, event] of events.entries()) {
      await log.append('a-1', index === 0 ? 'noStream' : index - 1, [event]);
      const { leader: former } = cluster;
      await cluster.kill(former);
      cluster.elect();
      await cluster.startNode(former);
      await cluster.whole();
    }
    await seen.atLeast(events.length);
    expect(seen).toEqual(events.map(({ id }) => id));
  });

  it('finds the leader through a name for all nodes', async () => {
    const log = open({}, `esdb+discover://localhost:${followers()[0]?.port}?tls=false`);
    expect(await log.append('a-1', 'noStream', [newEvent()])).toMatchObject({ revision: 0 });
    expect(calls(leader(), 'batchAppend')).toBe(1);
  });

  describe('over TLS', () => {
    const folder = useFolder();
    const secured = async () => {
      await cluster.stop();
      const altNames = [
        { type: 2, value: 'localhost' },
        { type: 7, ip: '127.0.0.1' },
      ] as const;
      const { private: key, cert } = await generate([{ name: 'commonName', value: 'log.test' }], {
        extensions: [{ name: 'subjectAltName', altNames: [...altNames] }],
      });
      await begin({ key, cert });
      const file = path.join(folder, 'ca.pem');
      await writeFile(file, cert);
      for (const { standIn } of nodes)
        standIn.faults.authorization = `Basic ${Buffer.from('writer:right').toString('base64')}`;
      return `tls=true&tlsCAFile=${encodeURIComponent(file)}`;
    };
    const hosts = () => nodes.map(({ port }) => `127.0.0.1:${port}`).join(',');

    it('logs in to be told who leads', async () => {
      const options = await secured();
      const log = open({}, `esdb://writer:right@${hosts()}?${options}`);
      expect(await log.append('a-1', 'noStream', [newEvent()])).toMatchObject({ revision: 0 });
      const byName = open({}, `esdb+discover://writer:right@localhost:${followers()[0]?.port}?${options}`);
      expect(await byName.append('a-1', 0, [newEvent()])).toMatchObject({ revision: 1 });
    });

    it('says that the login is refused', async () => {
      const options = await secured();
      const log = open({}, `esdb://writer:wrong@${hosts()}?${options}`);
      await expect(log.append('a-1', 'noStream', [newEvent()])).rejects.toThrow(
        'the event log denies access',
      );
    });
  });
});
