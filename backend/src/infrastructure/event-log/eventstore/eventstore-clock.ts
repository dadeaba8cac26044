import type { EventStoreDBClient } from '@eventstore/db-client';
import featuresGrpc from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import sharedPb from '@eventstore/db-client/generated/shared_pb.js';

/** The time on the clock of the server, to the second; null if its answer does not contain it. */
export async function timeOf(client: EventStoreDBClient): Promise<Date | null> {
  const time = new Date((await dateHeaderOf(client)) ?? '');
  return Number.isNaN(time.getTime()) ? null : time;
}

/**
 * The `Date` header of an answer of the server, which is HTTP below gRPC. Asks for the features of the server, because
 * that needs no login and reads no data; the header is in a refusal, too. Null if the answer has no such header.
 */
function dateHeaderOf(client: EventStoreDBClient): Promise<string | null> {
  return client['execute'](
    featuresGrpc.ServerFeaturesClient,
    'reading the clock',
    (features) =>
      new Promise<string | null>((resolve, reject) => {
        let date: string | null = null;
        const call = features.getSupportedMethods(new sharedPb.Empty(), (error) => {
          const header = date ?? error?.metadata.get('date')[0]?.toString() ?? null;
          if (error && header === null) reject(error);
          else resolve(header);
        });
        call.on('metadata', (headers) => {
          date = headers.get('date')[0]?.toString() ?? null;
        });
      }),
  );
}
