import path from 'node:path';
import { catalogue } from './domain/events.js';
import { SqliteDocumentStore } from './infrastructure/document-store/sqlite-document-store.js';
import type { Engines } from './infrastructure/engine/build-views.js';
import { EventCodec } from './infrastructure/engine/codec.js';
import type { KeyRing } from './infrastructure/engine/key-ring.port.js';
import { SqliteKeyRing } from './infrastructure/engine/sqlite-key-ring.js';
import { SqliteEventLog } from './infrastructure/event-log/sqlite-event-log.js';

/** The settings that choose the engines. */
export interface EngineSettings {
  readonly dataDir: string;
}

/** The log, the read models and the keys, opened together and closed together. */
export interface OpenEngines extends Engines {
  readonly keys: KeyRing;
  close(): Promise<void>;
}

/** Opens the engines that the settings ask for. Worker threads and tools open their own. */
export function openEngines({ dataDir }: EngineSettings): OpenEngines {
  const log = new SqliteEventLog(path.join(dataDir, 'events.db'));
  const keys = new SqliteKeyRing(path.join(dataDir, 'keys.db'));
  const store = new SqliteDocumentStore(path.join(dataDir, 'views'));
  return {
    log,
    keys,
    store,
    codec: new EventCodec(keys, catalogue),
    close: async () => {
      await log.close();
      await store.close();
      await keys.close();
    },
  };
}
