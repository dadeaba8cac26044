import path from 'node:path';
import type { Config } from './config.js';
import { type OpenEngines, openEngines } from './engines.js';
import { type Clock, type Ids } from './infrastructure/engine/clock.port.js';
import { RandomIds, SystemClock } from './infrastructure/engine/system-clock.js';
import { FolderImageStore } from './infrastructure/images/folder-image-store.js';
import type { ImageStore } from './infrastructure/images/image-store.port.js';
import { DemoJudge } from './infrastructure/judge/demo-judge.js';
import { DemoModeration } from './infrastructure/judge/demo-moderation.js';
import type { OpenAiSettings } from './infrastructure/judge/openai-client.js';
import { OpenAiJudge } from './infrastructure/judge/openai-judge.js';
import { OpenAiModeration } from './infrastructure/judge/openai-moderation.js';
import type { PhotoJudge } from './infrastructure/judge/photo-judge.port.js';
import type { TextModeration } from './infrastructure/judge/text-moderation.port.js';
import { FolderMailer } from './infrastructure/mail/folder-mailer.js';
import { ServerSecret } from './infrastructure/sessions/server-secret.js';

/** Everything behind a port, as the settings choose it. */
export interface Adapters {
  readonly engines: OpenEngines;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly secret: ServerSecret;
  readonly images: ImageStore;
  readonly mailer: FolderMailer;
  readonly judge: PhotoJudge;
  readonly moderation: TextModeration;
}

/** What a test or the demo brings along instead of the real thing. */
export type Stand = Partial<Pick<Adapters, 'clock' | 'ids' | 'judge' | 'moderation'>>;

/** Opens the adapters that the settings ask for. @throws UnreachableServerError */
export async function openAdapters(config: Config, stand: Stand = {}): Promise<Adapters> {
  const { dataDir } = config;
  const clock = stand.clock ?? new SystemClock();
  const openai: OpenAiSettings | null = config.openaiApiKey
    ? { apiKey: config.openaiApiKey, ...(config.openaiBaseUrl && { baseURL: config.openaiBaseUrl }) }
    : null;
  return {
    engines: await openEngines(config, {
      seconds: config.startupTimeout,
      tell: (line) => process.stderr.write(`${line}\n`),
    }),
    clock,
    ids: stand.ids ?? new RandomIds(),
    secret: config.appSecret
      ? new ServerSecret(Buffer.from(config.appSecret))
      : ServerSecret.keptIn(path.join(dataDir, 'secret')),
    images: new FolderImageStore(path.join(dataDir, 'images')),
    mailer: new FolderMailer(
      path.join(dataDir, 'mail'),
      { name: 'Footnote', address: config.mailFrom },
      clock,
    ),
    judge:
      stand.judge ?? (openai ? new OpenAiJudge({ ...openai, model: config.openaiModel }) : new DemoJudge()),
    moderation: stand.moderation ?? (openai ? new OpenAiModeration(openai) : new DemoModeration()),
  };
}
