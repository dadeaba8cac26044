import { createHash } from 'node:crypto';

/** The source of the one style element of a page, as its content security policy must name it. */
export function hashOfStyle(html: string): string {
  const [, style = ''] = /<style>([^]*?)<\/style>/.exec(html) ?? [];
  return `'sha256-${createHash('sha256').update(style).digest('base64')}'`;
}
