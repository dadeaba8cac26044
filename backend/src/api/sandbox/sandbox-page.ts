import { Header, applyDecorators, ConflictException, NotFoundException } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { escapeHtml } from '../texts/escape-html.js';
import { SandboxRefusedError } from '../../infrastructure/payments/sandbox/payment-sandbox.port.js';

const STYLE = `
:root { color-scheme: light; --paper: #f5efe1; --card: #fffbf2; --ink: #221c14; --quiet: #62574a; --line: #dccfb6; --accent: #2536c9; }
:root[data-theme=dark] { color-scheme: dark; --paper: #17140f; --card: #211d16; --ink: #f4ead8; --quiet: #bbae98; --line: #3b3428; --accent: #aab5ff; }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 720px; margin: 0 auto; padding: 24px 16px 48px; }
h1 { font-size: 24px; line-height: 1.25; margin: 0 0 8px; overflow-wrap: anywhere; }
h2 { font-size: 16px; margin: 24px 0 8px; }
p { margin: 0 0 16px; }
.quiet { color: var(--quiet); }
a { color: var(--accent); overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: auto 1fr; gap: 4px 12px; margin: 0 0 16px; }
dt { color: var(--quiet); }
dd { margin: 0; overflow-wrap: anywhere; }
.test-site { padding: 4px 16px; background: #855600; color: #fffaf0; text-align: center; font-weight: 600; }
@media (max-width: 560px) { dl { display: block; } dd { margin-bottom: 8px; } }
`;

/** What a {@link page} with this `style` may load, for its content security policy. */
export function pageSources(style: string): string {
  const hash = createHash('sha256')
    .update(STYLE + style)
    .digest('base64');
  return `default-src 'none'; script-src 'self'; style-src 'sha256-${hash}'`;
}

/** The headers of an HTML page with this content security policy, which nothing stores or lists. */
export const HtmlPage = (policy: string, ...others: MethodDecorator[]) =>
  applyDecorators(
    Header('cache-control', 'private, no-store'),
    Header('x-robots-tag', 'noindex'),
    ...others,
    Header('content-security-policy', policy),
    Header('content-type', 'text/html; charset=utf-8'),
  );

/** A page of the sandbox, in the theme of the site: `body` is HTML, `title` is text, `style` is added to the common one. */
export function page(title: string, body: string, style: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)} · Footnote</title>
<script src="/theme.js"></script>
<style>${STYLE}${style}</style>
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`;
}

/** A time, ISO 8601, as HTML. */
export function time(at: string): string {
  return `<time datetime="${escapeHtml(at)}">${escapeHtml(at.slice(0, 16).replace('T', ' '))} UTC</time>`;
}

export const FORM_STYLE = `
code { overflow-wrap: anywhere; }
.price { font-size: 32px; line-height: 1.25; font-weight: 600; margin: 0 0 8px; }
.note { padding: 12px 16px; background: var(--card); border: 1px solid var(--line); border-left: 4px solid var(--accent); border-radius: 8px; }
section { padding: 0 16px 16px; margin: 0 0 16px; background: var(--card); border: 1px solid var(--line); border-radius: 8px; }
form { display: flex; flex-wrap: wrap; gap: 8px; margin: 0 0 16px; }
label { flex-basis: 100%; color: var(--quiet); }
input { flex: 1 1 100%; min-width: 0; min-height: 44px; padding: 8px 12px; font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--quiet); border-radius: 8px; }
button { min-height: 44px; padding: 8px 16px; font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--quiet); border-radius: 8px; cursor: pointer; }
button:hover { border-color: var(--accent); }
button:focus-visible, input:focus-visible, a:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
button.main { flex-basis: 100%; color: var(--card); background: var(--accent); border-color: var(--accent); font-weight: 600; }
`;

/**
 * The content security policy of a page with forms.
 * @param leadsTo an address on the site that a form redirects to: browsers check redirects against the policy, too
 */
export function pagePolicy(leadsTo?: string): string {
  const origins = ["'self'", ...(leadsTo ? [new URL(leadsTo).origin] : [])].join(' ');
  return `${pageSources(FORM_STYLE)}; base-uri 'none'; form-action ${origins}; frame-ancestors 'none'`;
}

/** Does what a form asks for. @throws NotFoundException, ConflictException when the sandbox refuses it */
export function refusable(act: () => void): void {
  try {
    act();
  } catch (error) {
    if (!(error instanceof SandboxRefusedError)) throw error;
    throw error.status === 404 ? new NotFoundException(error.message) : new ConflictException(error.message);
  }
}
