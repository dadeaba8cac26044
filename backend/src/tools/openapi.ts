import '../process/needs-node.js';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openAdapters } from '../composition/adapters.js';
import { readConfig } from '../config.js';
import { createServer } from '../composition/server.js';
import { openApiOf } from '../api/http/openapi.js';

const HELP = `Writes the description of the API, backend/openapi.json, from the controllers.

  node dist/src/tools/openapi.js [file]
`;

if (process.argv.includes('--help')) process.stdout.write(HELP);
else await write(process.argv[2] ?? path.join(import.meta.dirname, '../../../openapi.json'));

async function write(file: string): Promise<void> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'footnote-openapi-'));
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' });
  const server = await createServer(config, await openAdapters(config));
  await writeFile(file, `${JSON.stringify(openApiOf(server), null, 2)}\n`);
  await server.close();
  await rm(dataDir, { recursive: true });
}
