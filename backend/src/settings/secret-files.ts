import { readFileSync } from 'node:fs';

/** The settings that are secrets, or hold passwords. */
export const SECRETS = [
  'APP_SECRET',
  'HEALTH_TOKEN',
  'EVENTSTORE_URL',
  'MONGODB_URL',
  'S3_URL',
  'SMTP_URL',
  'OPENAI_API_KEY',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
] as const;

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The secrets that stand in files, as Docker and Kubernetes mount them: `APP_SECRET_FILE` names the file of `APP_SECRET`,
 * and so on. An environment can be read by anybody who may inspect the container, and is passed on to child processes.
 *
 * @returns the contents by the name of the setting, and what is wrong with the settings
 */
export function readSecretFiles(environment: Environment): {
  secrets: Map<string, string>;
  problems: string[];
} {
  const secrets = new Map<string, string>();
  const problems: string[] = [];
  for (const name of SECRETS) {
    const setting = `${name}_FILE`;
    const file = environment[setting]?.trim();
    if (!file) continue;
    if (environment[name]?.trim()) {
      problems.push(`${name} and ${setting} are both set: only one of them can be`);
      continue;
    }
    try {
      secrets.set(name, readFileSync(file, 'utf8'));
      // Nothing may stand in for a secret that got lost on its way.
      if (!secrets.get(name)?.trim()) problems.push(`${setting} names an empty file: ${file}`);
    } catch (error) {
      problems.push(`${setting} names a file that cannot be read: ${(error as Error).message}`);
    }
  }
  return { secrets, problems };
}
