import gossipPb from '@eventstore/db-client/generated/gossip_pb.js';
import type { ClusterInfo } from '@eventstore/db-client/generated/gossip_pb.js';
import sharedPb from '@eventstore/db-client/generated/shared_pb.js';
import type { ServerUnaryCall, sendUnaryData } from '@grpc/grpc-js';
import { type Served, count, strangerRefusedBy } from '../served.js';
import type { Replica } from './replica.js';

const { EndPoint, MemberInfo } = gossipPb;
const { FOLLOWER, LEADER } = MemberInfo.VNodeState;

/** The handler of the Gossip service: the cluster as this node sees it. */
export function gossipService(served: Served, replica: Replica) {
  return {
    read({ metadata }: ServerUnaryCall<unknown, ClusterInfo>, answer: sendUnaryData<ClusterInfo>) {
      count(served, 'gossip');
      void served.faults.passed().then(() => {
        const refusal = strangerRefusedBy(served.faults, metadata);
        if (refusal) return answer(refusal);
        const members = replica.members().map(({ port, leads, alive }) =>
          new MemberInfo()
            .setInstanceId(
              new sharedPb.UUID().setString(`00000000-0000-0000-0000-${String(port).padStart(12, '0')}`),
            )
            .setState(leads ? LEADER : FOLLOWER)
            .setIsAlive(alive)
            .setHttpEndPoint(new EndPoint().setAddress('127.0.0.1').setPort(port)),
        );
        return answer(null, new gossipPb.ClusterInfo().setMembersList(members));
      });
    },
  };
}
