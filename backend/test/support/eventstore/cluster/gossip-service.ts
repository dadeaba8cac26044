import gossipPb from '@eventstore/db-client/generated/gossip_pb.js';
import type { ClusterInfo } from '@eventstore/db-client/generated/gossip_pb.js';
import sharedPb from '@eventstore/db-client/generated/shared_pb.js';
import type { sendUnaryData } from '@grpc/grpc-js';
import { type Served, count } from '../served.js';
import type { Replica } from './replica.js';

const { EndPoint, MemberInfo } = gossipPb;
const { FOLLOWER, LEADER } = MemberInfo.VNodeState;

/** The handler of the Gossip service: the cluster as this node sees it. */
export function gossipService(served: Served, replica: Replica) {
  return {
    read(_call: unknown, answer: sendUnaryData<ClusterInfo>) {
      count(served, 'gossip');
      void served.faults.passed().then(() => {
        const members = replica.members().map(({ port, leads, alive }) =>
          new MemberInfo()
            .setInstanceId(new sharedPb.UUID().setString(`00000000-0000-0000-0000-${String(port).padStart(12, '0')}`))
            .setState(leads ? LEADER : FOLLOWER)
            .setIsAlive(alive)
            .setHttpEndPoint(new EndPoint().setAddress('127.0.0.1').setPort(port)),
        );
        answer(null, new gossipPb.ClusterInfo().setMembersList(members));
      });
    },
  };
}
