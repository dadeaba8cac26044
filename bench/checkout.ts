import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** A folder with Footnote, built. */
export interface Checkout {
  readonly folder: string;
  /** What Node starts in `npm start`: its options and the program. */
  readonly server: readonly string[];
  /** A module of its benches, with its own code: other commits may have other formats. */
  readonly bench: <Module>(file: string) => Promise<Module>;
}

/** This one. */
export const HERE = checkoutIn(path.join(import.meta.dirname, '../..'));

export function checkoutIn(folder: string): Checkout {
  const { scripts } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const words = / env node (.+)$/.exec(scripts['start'] ?? '')?.[1]?.split(' ') ?? [];
  const program = words.pop();
  if (!program) throw new Error(`${folder} has no npm start of Footnote`);
  return {
    folder,
    server: [...words, path.resolve(folder, program)],
    bench: async (file) => import(pathToFileURL(path.resolve(folder, 'bench/dist', file)).href),
  };
}
